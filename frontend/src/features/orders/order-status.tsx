import type { OrderStatus } from '../../api/types';
import { useTranslation } from '../../i18n';

const labels: Record<OrderStatus, string> = {
  pending: 'orders.status.pending',
  paid: 'orders.status.paid',
  shipped: 'orders.status.shipped',
  delivered: 'orders.status.delivered',
  cancelled: 'orders.status.cancelled',
};

/** The status in its colour, and always in words too. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation();
  return (
    <span className="status" data-status={status}>
      {t(labels[status])}
    </span>
  );
}
