import { Suspense, useEffect, useRef, type RefObject } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSite } from '../api/site';
import { BuyBar } from '../features/cart/buy-bar';
import { useBuyable, useCart, useCartReady } from '../features/cart/cart';
import { CartLines, CartNotes, CartSummary, EmptyCart } from '../features/cart/cart-lines';
import { useCartPanelOpen } from '../features/cart/panel-state';
import { orderTotal } from '../features/cart/rules';
import { UnpaidOrders } from '../features/checkout/unpaid-orders';
import { readFromTop, useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { onDemand } from '../route-page';
import { needSections } from '../sections';
import { buttonClass } from '../ui/button';
import { money } from '../ui/format';
import { Spinner } from '../ui/spinner';
import { WithoutScripts } from '../without-scripts';

/** For the few who come back from the payment page. */
const returned = onDemand(async () => {
  const [customer] = await Promise.all([import('./customer'), needSections(['account'])]);
  return customer.ReturnedUnpaid;
});

/** Once the last of `count` lines has gone, nothing stands where the reader was. Over the page, the panel says so itself. */
function useEmptied(count: number) {
  const inPanel = useCartPanelOpen();
  const before = useRef(count);
  useEffect(() => {
    const isEmptied = before.current > 0 && count === 0;
    before.current = count;
    if (isEmptied && !inPanel) readFromTop();
  }, [count, inPanel]);
}

export function Cart() {
  const { t } = useTranslation();
  const ready = useCartReady();
  const lines = useCart();
  const checkout = useRef<HTMLDivElement>(null);
  const [query] = useSearchParams();
  const cancelled = query.has('cancelled');
  useTitle(t('cart.title'));
  useEmptied(lines.length);
  if (ready && lines.length === 0 && cancelled) {
    return (
      <Suspense fallback={<Spinner label={t('common.loading')} />}>
        <returned.Part />
      </Suspense>
    );
  }
  if (ready && lines.length === 0) {
    return (
      <div className="page">
        <EmptyCart heading="h1">
          <Link className={buttonClass('primary')} to={paths.store()}>
            {t('cart.to_store')}
          </Link>
        </EmptyCart>
        {/* Below: it comes after the page. */}
        <UnpaidOrders />
      </div>
    );
  }
  return (
    <div className="page section">
      <h1>{t('cart.title')}</h1>
      {cancelled && <UnpaidOrder id={query.get('order_id')} asGuest={query.has('guest')} />}
      {ready ? (
        <div className="cart-page">
          <div>
            <CartLines />
            <Link className="cart-page__on" to={paths.store()}>
              {t('cart.continue')}
            </Link>
          </div>
          <aside className="panel" aria-label={t('cart.summary')}>
            <CartSummary notes={<CartNotes />}>
              <div ref={checkout}>
                <Link className={buttonClass('primary', true)} to={paths.checkout}>
                  {t('cart.checkout')}
                </Link>
              </div>
            </CartSummary>
          </aside>
          <CheckoutBar place={checkout} />
          {/* Below all else: it comes after the page. */}
          {!cancelled && (
            <div>
              <UnpaidOrders />
            </div>
          )}
        </div>
      ) : (
        <>
          <WithoutScripts what={t('no_script.cart')} />
          <Spinner label={t('common.loading')} />
        </>
      )}
    </div>
  );
}

/** The way on with what it comes to, while the summary is out of sight. */
function CheckoutBar({ place }: { place: RefObject<HTMLElement | null> }) {
  const { t, lang } = useTranslation();
  const { shipping } = useSite();
  const lines = useBuyable();
  if (lines.length === 0) return null;
  return (
    <BuyBar place={place}>
      <Link className={buttonClass('primary')} to={paths.checkout}>
        {t('cart.checkout_short')} · {money(orderTotal(lines, shipping), lang)}
      </Link>
    </BuyBar>
  );
}

/** The cart was filled again since the order that was not paid. */
function UnpaidOrder({ id, asGuest }: { id: string | null; asGuest: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="notice">
      <p>
        <strong>{t('checkout.cancelled_title')}</strong>
      </p>
      <p>{t('checkout.cancelled_text')}</p>
      <Link to={id === null ? paths.accountTab('orders') : paths.order(id, asGuest)}>{t(id === null ? 'checkout.see_orders' : 'checkout.see_order')}</Link>
    </div>
  );
}
