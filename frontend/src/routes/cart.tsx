import { Link, useSearchParams } from 'react-router';
import { useCart, useCartReady } from '../features/cart/cart';
import { CartLines, CartSummary, EmptyCart } from '../features/cart/cart-lines';
import { ReturnedUnpaid } from '../features/checkout/returned-unpaid';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';
import { Spinner } from '../ui/spinner';

export default function CartPage() {
  const { t } = useTranslation();
  const ready = useCartReady();
  const lines = useCart();
  const [query] = useSearchParams();
  useTitle(t('cart.title'));
  if (ready && lines.length === 0 && query.has('cancelled')) return <ReturnedUnpaid />;
  if (ready && lines.length === 0) {
    return (
      <div className="page">
        <EmptyCart heading="h1">
          <Link className={buttonClass('primary')} to={paths.store()}>
            {t('cart.to_store')}
          </Link>
        </EmptyCart>
      </div>
    );
  }
  return (
    <div className="page section">
      <h1>{t('cart.title')}</h1>
      {ready ? (
        <div className="cart-page">
          <div>
            <CartLines />
            <Link className="cart-page__on" to={paths.store()}>
              {t('cart.continue')}
            </Link>
          </div>
          <aside className="panel" aria-label={t('cart.summary')}>
            <CartSummary>
              <Link className={buttonClass('primary', true)} to={paths.checkout}>
                {t('cart.checkout')}
              </Link>
            </CartSummary>
          </aside>
        </div>
      ) : (
        <>
          <noscript>
            <p className="notice">{t('cart.needs_scripts')}</p>
          </noscript>
          <Spinner label={t('common.loading')} />
        </>
      )}
    </div>
  );
}
