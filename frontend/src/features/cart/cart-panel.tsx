import { useEffect } from 'react';
import { useTranslation } from '../../i18n';
import { Link, useLocation } from 'react-router';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { Drawer } from '../../ui/dialog';
import { useCart } from './cart';
import { CartLines, CartSummary, EmptyCart } from './cart-lines';
import { closeCartPanel, useCartPanelOpen } from './panel-state';

/** The cart over any page; following any of its links closes it. */
export function CartPanel() {
  const { t } = useTranslation();
  const { key } = useLocation();
  const open = useCartPanelOpen();
  const empty = useCart().length === 0;
  useEffect(closeCartPanel, [key]);

  const footer = (
    <CartSummary>
      <Link className={buttonClass('primary', true)} to={paths.checkout} onClick={closeCartPanel}>
        {t('cart.checkout')}
      </Link>
      <Link className={buttonClass('secondary', true)} to={paths.cart} onClick={closeCartPanel}>
        {t('cart.open_page')}
      </Link>
    </CartSummary>
  );
  return (
    <Drawer
      open={open}
      onClose={closeCartPanel}
      title={t('cart.title')}
      closeLabel={t('common.close')}
      footer={empty ? undefined : footer}
    >
      {empty ? (
        <EmptyCart heading="p">
          <Link className={buttonClass('primary')} to={paths.store()} onClick={closeCartPanel}>
            {t('cart.to_store')}
          </Link>
        </EmptyCart>
      ) : (
        <CartLines />
      )}
    </Drawer>
  );
}
