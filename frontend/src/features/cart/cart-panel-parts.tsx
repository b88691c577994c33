import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { focusOn, isFocusLost } from '../../ui/focus';
import { useCart } from './cart';
import { CartLines, CartNotes, CartSummary, EmptyCart } from './cart-lines';
import { closeCartPanel } from './panel-state';

export function CartPanelBody() {
  const { t } = useTranslation();
  const isEmpty = useCart().length === 0;
  const toStore = useRef<HTMLAnchorElement>(null);
  // Emptied or filled again in the panel: what was pressed is gone.
  useEffect(() => {
    if (isFocusLost()) focusOn(isEmpty ? toStore.current : document.querySelector('dialog[open] .cart-line'));
  }, [isEmpty]);
  if (!isEmpty) {
    return (
      <>
        <CartLines />
        {/* They scroll with the lines: below these only the sums and the buttons stay. */}
        <div className="cart-summary cart-summary--notes">
          <CartNotes />
        </div>
      </>
    );
  }
  return (
    <EmptyCart heading="p">
      <Link className={buttonClass('primary')} to={paths.store()} ref={toStore} onClick={closeCartPanel}>
        {t('cart.to_store')}
      </Link>
    </EmptyCart>
  );
}

export function CartPanelFooter() {
  const { t } = useTranslation();
  return (
    <CartSummary>
      <Link className={buttonClass('primary', true)} to={paths.checkout} onClick={closeCartPanel}>
        {t('cart.checkout')}
      </Link>
      <Link className={buttonClass('secondary', true)} to={paths.cart} onClick={closeCartPanel}>
        {t('cart.open_page')}
      </Link>
    </CartSummary>
  );
}
