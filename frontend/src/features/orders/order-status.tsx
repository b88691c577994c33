import type { Carrier, Order, OrderStatus } from '../../api/types';
import { useTranslation } from '../../i18n';

const labels: Record<OrderStatus, string> = {
  pending: 'orders.status.pending',
  paid: 'orders.status.paid',
  shipped: 'orders.status.shipped',
  delivered: 'orders.status.delivered',
  cancelled: 'orders.status.cancelled',
};

/** Whether it ended before anybody paid: nobody has proven whose it was, nothing is to be kept, and nobody is mailed. */
export const endedUnpaid = ({ status, paid_at: paidAt }: Pick<Order, 'status' | 'paid_at'>): boolean =>
  status === 'cancelled' && !paidAt;

/** The status in its colour, and always in words too. */
export function OrderStatusBadge({ status, carrier }: { status: OrderStatus; carrier?: Carrier | null }) {
  const { t } = useTranslation();
  const waits = status === 'shipped' && carrier === 'pick_up';
  return (
    <span className="status" data-status={status}>
      {t(waits ? 'orders.status.to_collect' : labels[status])}
    </span>
  );
}

/** What became of an order's money, as shoppers' and the owner's orders tell it. */
export type Returned = Pick<
  Order,
  'refund_state' | 'refunded_in_cents' | 'refund_pending_in_cents' | 'charged_back_in_cents'
>;

/** Beside the status: whether the money is back or on its way back; nothing where it is not. */
export function RefundBadge({ of: { refund_state, refund_pending_in_cents } }: { of: Returned }) {
  const { t } = useTranslation();
  if (refund_state === 'none') return null;
  return (
    <span className="status" data-refund={refund_state}>
      {t(refund_pending_in_cents > 0 ? 'orders.refund.pending' : `orders.refund.${refund_state}`)}
    </span>
  );
}
