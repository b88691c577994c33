import { useParams } from 'react-router';
import { useLaterLooks } from '../../api/later-looks';
import { useResource, type Resource } from '../../api/resource';
import type { DeskInvoiceList, DeskOrder, OrderItem } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { NextAct, OrderActs } from '../../features/desk/order-acts';
import { OrderInvoices, useOrderInvoices } from '../../features/desk/order-invoices';
import { LatestNote } from '../../features/desk/order-note';
import {
  AttentionNotice, Complaints, Customer, DisputeBadge, GivenBack, History, Mails, Promised, Refunds, Sums, Unpaid,
} from '../../features/desk/order-parts';
import { OrderSum } from '../../features/desk/order-rows';
import { ReturnBadge, ReturnNotice } from '../../features/desk/order-withdrawn';
import { useClock } from '../../features/desk/when';
import { OrderItems } from '../../features/orders/order-items';
import { OrderStatusBadge, RefundBadge } from '../../features/orders/order-status';
import { shortId } from '../../features/orders/short-id';
import { useTranslation } from '../../i18n';

/** One order: what it is, what happened to it, and what can be done. */
export function DeskOrderPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const order = useResource<DeskOrder>(deskApi.order(id));
  const invoices = useOrderInvoices(id);
  useLaterLooks((order.data?.refund_pending_in_cents ?? 0) > 0, order.reload);
  return (
    <DeskPage
      title={t('order.number')}
      number={order.data?.number ?? shortId(id)}
      back={{ to: deskPaths.orders, label: t('desk.place.orders') }}
      main={order.data && waits(order.data) && <NextAct order={order.data} reload={order.reload} />}
    >
      <Loaded resource={order} beside={invoices}>
        {(data) => <Whole order={data} invoices={invoices} reload={order.reload} />}
      </Loaded>
    </DeskPage>
  );
}

const waits = ({ to_ship, status }: DeskOrder) => to_ship || status === 'shipped';

type Props = { order: DeskOrder; invoices: Resource<DeskInvoiceList>; reload: () => Promise<void> };

function Whole({ order, invoices, reload }: Props) {
  const clock = useClock();
  return (
    <>
      <p className="row desk-order__state">
        <bdi className="numeric muted">{order.short_id}</bdi>
        <OrderStatusBadge status={order.status} carrier={order.carrier} />
        <RefundBadge of={order} />
        <DisputeBadge of={order} />
        <ReturnBadge order={order} />
        <span className="numeric">
          <OrderSum order={order} />
        </span>
        <time className="muted" dateTime={order.created_at}>
          {clock.moment(order.created_at)}
        </time>
      </p>
      {order.attention && <AttentionNotice order={order} attention={order.attention} reload={reload} />}
      <ReturnNotice order={order} />
      <Complaints order={order} />
      <Promised order={order} />
      <GivenBack order={order} />
      <LatestNote events={order.events} />
      <div className="desk-order">
        <OrderItems items={order.order_items} titlesIn="es" more={(item) => <Named item={item} order={order} />} />
        <div className="stack desk-order__side">
          <Customer order={order} reload={reload} />
          <Unpaid order={order} reload={reload} />
          <OrderActs order={order} reload={reload} />
          <Sums order={order} />
        </div>
        <div className="stack">
          <OrderInvoices order={order} invoices={invoices} />
          <Refunds order={order} />
          <Mails order={order} reload={reload} />
          <History events={order.events} />
        </div>
      </div>
    </>
  );
}

/** What a line is found by on the shelf, and what its buyer calls it. */
function Named({ item: { id, sku }, order: { bought_as } }: { item: OrderItem; order: DeskOrder }) {
  const { t } = useTranslation();
  const bought = bought_as.find(({ item_id }) => item_id === id);
  return (
    <>
      {sku && (
        <span className="muted">
          <bdi dir="ltr">{sku}</bdi>
        </span>
      )}
      {bought && (
        <span className="muted">
          {t('desk.order.bought_as')} <bdi>{bought.product_title}</bdi>
          {bought.variant_title !== bought.product_title && (
            <>
              {' · '}
              <bdi>{bought.variant_title}</bdi>
            </>
          )}
        </span>
      )}
    </>
  );
}
