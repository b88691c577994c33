import { Link, Navigate, useSearchParams } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import type { Order } from '../api/types';
import { useSession } from '../features/account/session';
import { PayOrder } from '../features/checkout/pay-order';
import { BackToCart } from '../features/orders/back-to-cart';
import { OrderItems } from '../features/orders/order-items';
import { OrderSummary } from '../features/orders/order-summary';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';
import { Spinner } from '../ui/spinner';

/** Back from the payment page without having paid: the cart has become an order that waits. */
export default function ReturnedUnpaid() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const session = useSession();
  const id = query.get('order_id');
  const asGuest = query.has('guest') && session.status !== 'user';
  const known = id !== null && (session.status === 'user' || (asGuest && session.status !== 'loading'));
  const { data: order, error, reload } = useResource<Order>(known ? resourcePaths.order(id) : null);
  useTitle(t('checkout.cancelled_title'));

  if (order) return <WaitingOrder order={order} reload={() => void reload()} />;
  if (id !== null && (session.status === 'loading' || (known && !error))) return <Spinner label={t('common.loading')} />;
  return (
    <div className="page">
      <Empty heading="h1" title={t('checkout.cancelled_title')} text={t('checkout.cancelled_text')}>
        <Link className={buttonClass('primary')} to={id === null ? paths.accountTab('orders') : paths.order(id, asGuest)}>
          {t(id === null ? 'checkout.see_orders' : 'checkout.see_order')}
        </Link>
        <Link className={buttonClass('secondary')} to={paths.store()}>
          {t('success.continue')}
        </Link>
      </Empty>
    </div>
  );
}

function WaitingOrder({ order, reload }: { order: Order; reload: () => void }) {
  const { t } = useTranslation();
  // Paid, cancelled or run out meanwhile: its own page says so.
  if (!order.payable) return <Navigate to={paths.order(order.id, !order.user_id)} replace />;
  return (
    <div className="page order">
      <header className="order__header">
        <h1>{t('checkout.cancelled_title')}</h1>
        <p>{t('checkout.waiting')}</p>
      </header>
      <div className="two-columns order__parts">
        <OrderSummary order={order}>
          <PayOrder order={order} onRefused={reload} />
          <BackToCart order={order} onRefused={reload} />
          <Link className={buttonClass('ghost', true)} to={paths.order(order.id, !order.user_id)}>
            {t('checkout.see_order')} <bdi className="numeric">{order.number}</bdi>
          </Link>
        </OrderSummary>
        <OrderItems items={order.order_items} />
      </div>
    </div>
  );
}
