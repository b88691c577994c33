import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLaterLooks } from '../../api/later-looks';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { LoadFailed } from '../../load-failed';
import { paths } from '../../paths';
import { BothLabels } from '../../ui/both-labels';
import { buttonClass } from '../../ui/button';
import { longDate } from '../../ui/format';
import { Spinner } from '../../ui/spinner';
import { BuyAgain } from './buy-again';
import { CancelOrder } from './cancel-order';
import { MailLink } from './mail-link';
import { OrderInvoices } from '../invoices/order-invoices';
import { OrderItems } from './order-items';
import { endedUnpaid } from './order-status';
import { OrderSummary } from './order-summary';
import { RateOrder } from './rate-order';
import { shortId } from './short-id';
import { Whither } from './whither';

type Props = {
  id: string;
  /** The way to pay for an order that still can be; buying is not this feature's work. */
  pay: (order: Order, reload: () => void) => ReactNode;
  /** The way into an account for an order that was bought without one. */
  save: (reload: () => void) => ReactNode;
};

/** One order of the reader, with what can be done with it. */
export function OrderPage({ id, pay, save }: Props) {
  const { t } = useTranslation();
  const { data: order, error, reload } = useResource<Order>(resourcePaths.order(id));
  useLaterLooks((order?.refund_pending_in_cents ?? 0) > 0, reload);
  return (
    <div className="page order">
      {order && !order.user_id ? (
        <Link className="back-link" to={paths.store()}>
          <ArrowLeft className="flip" aria-hidden="true" />
          {t('success.continue')}
        </Link>
      ) : (
        <Link className="back-link" to={paths.accountTab('orders')}>
          <ArrowLeft className="flip" aria-hidden="true" />
          {t('order.back')}
        </Link>
      )}
      {!order && error?.status !== 404 && <h1>{t('order.number')}</h1>}
      {error && error.status !== 404 && (
        <LoadFailed title={t('order.load_failed')} error={error} reload={reload} />
      )}
      {error?.status === 404 && <NotFound id={id} />}
      {!error && !order && <Spinner label={t('common.loading')} />}
      {order && <Loaded order={order} pay={pay} save={save} reload={() => void reload()} />}
    </div>
  );
}

function NotFound({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <div className="stack order__missing">
      <div className="stack" role="alert">
        <h1>{t('order.not_found_title')}</h1>
        <p>{t('order.not_found_text')}</p>
      </div>
      <p>{t('guest.link_lost')}</p>
      <MailLink orderId={id} label={t('guest.link_mail')} />
    </div>
  );
}

type LoadedProps = Pick<Props, 'pay' | 'save'> & { order: Order; reload: () => void };

function Loaded({ order, pay, save, reload }: LoadedProps) {
  const { t } = useTranslation();
  return (
    <>
      <header className="order__header">
        <h1>
          {t('order.number')} <bdi className="numeric">{order.number}</bdi>
        </h1>
        <p className="muted">
          {t('success.reference')} <bdi className="numeric">{shortId(order.id)}</bdi> ·{' '}
          <time className="own-line" dateTime={order.created_at}>{longDate(order.created_at, t)}</time>
        </p>
      </header>
      <div className="two-columns order__parts">
        <OrderSummary order={order}>
          {order.payable && pay(order, reload)}
          {/* Whoever has not paid yet pays, or cancels. */}
          {order.status !== 'pending' && <BuyAgain items={order.order_items} />}
          {order.status !== 'pending' && order.status !== 'cancelled' && (
            <a className={buttonClass(order.withdrawn_at ? 'ghost' : 'secondary', true)} href={resourcePaths.withdrawFrom(order.id)}>
              <span>
                <BothLabels text={t('footer.withdrawal')} />
              </span>
            </a>
          )}
          {order.status === 'pending' && <CancelOrder orderId={order.id} onSettled={reload} />}
          {/* Last, as are the invoices below: they come after the page. */}
          {order.status === 'delivered' && <RateOrder orderId={order.id} />}
        </OrderSummary>
        <div className="stack">
          <OrderItems items={order.order_items} />
          <Whither order={order} />
          {!order.user_id && !endedUnpaid(order) && save(reload)}
          {order.paid_at && <OrderInvoices order={order} />}
        </div>
      </div>
    </>
  );
}
