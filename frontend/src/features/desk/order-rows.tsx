import ChevronRight from 'lucide-react/icons/chevron-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { DeskOrderLine } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';
import { OrderStatusBadge, RefundBadge } from '../orders/order-status';
import { deskPaths } from './desk-paths';
import { DisputeBadge } from './order-parts';
import { RowLink } from './row-link';
import { useClock } from './when';

/** Orders as a list; each leads to its own page, and from there back to this list as it is. */
export function OrderRows({ orders }: { orders: DeskOrderLine[] }) {
  return (
    <ul className="desk-rows">
      {orders.map((order) => (
        <li key={order.id}>
          <RowLink className="desk-row" to={deskPaths.order(order.id)}>
            <OrderRow order={order} />
          </RowLink>
        </li>
      ))}
    </ul>
  );
}

function OrderRow({ order }: { order: DeskOrderLine }) {
  const { number, short_id, created_at, status, attention, name, city, items_count, total_in_cents, net_in_cents } = order;
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  return (
    <>
      <span className="desk-row__main">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="muted">
          <bdi className="numeric">{number}</bdi> · <bdi className="numeric">{short_id}</bdi> · <bdi>{city}</bdi> · {t('desk.order.pieces', { count: items_count })}
          {order.is_guest && ` · ${t('desk.order.guest')}`}
        </span>
      </span>
      <time className="desk-row__when muted" dateTime={created_at}>
        {clock.short(created_at)}
      </time>
      <span className="desk-row__state">
        {attention && (
          <span className="desk-row__alert">
            <TriangleAlert aria-hidden="true" />
            <span className="visually-hidden">{t(`desk.attention.${attention}`)}</span>
          </span>
        )}
        <OrderStatusBadge status={status} />
        <RefundBadge of={order} />
        <DisputeBadge of={order} />
      </span>
      <span className="desk-row__sum numeric">
        {order.refund_state === 'none' ? (
          <strong>{money(total_in_cents, lang)}</strong>
        ) : (
          <>
            <strong>{money(net_in_cents, lang)}</strong>
            <small className="muted">{t('desk.order.out_of', { amount: money(total_in_cents, lang) })}</small>
          </>
        )}
      </span>
      <ChevronRight className="flip desk-row__arrow" aria-hidden="true" />
    </>
  );
}
