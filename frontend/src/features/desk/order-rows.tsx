import ChevronRight from 'lucide-react/icons/chevron-right';
import Package from 'lucide-react/icons/package';
import Printer from 'lucide-react/icons/printer';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import type { Carrier, DeskOrderLine } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { Button, buttonClass } from '../../ui/button';
import { money } from '../../ui/format';
import { ProductPicture } from '../catalogue/product-picture';
import { OrderStatusBadge, RefundBadge } from '../orders/order-status';
import { deskApi, deskPaths } from './desk-paths';
import { FileLink } from './file-link';
import { DisputeBadge, ShipBy } from './order-parts';
import { ReturnBadge } from './order-withdrawn';
import { RowLink } from './row-link';
import { isDoubtful } from './parcel';
import { ShipMany } from './ship-many';
import { useClock } from './when';

type Chosen = { orders: DeskOrderLine[]; carriers: Carrier[]; areToShip: boolean; reload: () => Promise<void> };

/** Orders to choose for printing their slips and for sending them together. */
export function ChosenOrders({ orders, carriers, areToShip, reload }: Chosen) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string[]>([]);
  const [isShipping, setShipping] = useState(false);
  const printable = orders.filter(hasSlip).map(({ id }) => id);
  const here = printable.filter((id) => chosen.includes(id));
  const toShip = orders.filter(({ id, to_ship: isToShip }) => isToShip && here.includes(id));
  // What speaks against an order is looked at on its own page.
  const ready = toShip.filter((order) => !isDoubtful(order));
  const areAll = here.length === printable.length;
  const toggle = (id: string) => setChosen(here.includes(id) ? here.filter((other) => other !== id) : [...here, id]);
  return (
    <>
      {printable.length > 0 && (
        <div className="desk-bulk" data-chosen={here.length > 0 || undefined}>
          <label className="desk-check">
            <input type="checkbox" checked={areAll} onChange={() => setChosen(areAll ? [] : printable)} />
            <span>{here.length > 0 ? t('desk.chosen', { count: here.length }) : t('desk.choose_all')}</span>
          </label>
          {here.length > 0 && (
            <div className="row">
              <FileLink className={buttonClass('secondary')} href={deskApi.packingSlips(here)}>
                <Printer aria-hidden="true" />
                {t('desk.orders.slips', { count: here.length })}
              </FileLink>
              {ready.length > 0 && (
                <Button onClick={() => setShipping(true)}>
                  <Package aria-hidden="true" />
                  {t('desk.orders.ship', { count: ready.length })}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
      <ShipMany open={isShipping} orders={toShip} carriers={carriers} onClose={() => setShipping(false)} reload={reload} />
      <ul className="desk-rows">
        {orders.map((order) => (
          <li key={order.id} className="desk-choosable">
            <label className="desk-tick">
              <input
                type="checkbox"
                aria-label={t('desk.choose', { name: order.number })}
                disabled={!hasSlip(order)}
                checked={here.includes(order.id)}
                onChange={() => toggle(order.id)}
              />
            </label>
            <OrderLink order={order} isToShip={areToShip} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Nothing goes into a parcel of what is unpaid or cancelled. */
const hasSlip = ({ status }: DeskOrderLine) => status !== 'pending' && status !== 'cancelled';

/** Orders as a list; each leads to its own page, and from there back to this list as it is. */
export function OrderRows({ orders }: { orders: DeskOrderLine[] }) {
  return (
    <ul className="desk-rows">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderLink order={order} />
        </li>
      ))}
    </ul>
  );
}

/** `isToShip` where all that is listed is paid: none of them says so. */
type RowProps = { order: DeskOrderLine; isToShip?: boolean };

const OrderLink = ({ order, isToShip }: RowProps) => (
  <RowLink className="desk-row desk-row--order" to={deskPaths.order(order.id)}>
    <OrderRow order={order} isToShip={isToShip} />
  </RowLink>
);

function OrderRow({ order, isToShip }: RowProps) {
  const { number, created_at, status, carrier, ship_by, attention, name, city, goods } = order;
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <>
      <Goods order={order} />
      <span className="desk-row__main">
        <strong className="desk-row__name">
          <bdi>{name}</bdi>
        </strong>
        {/* Cut at its end, whichever way it runs. */}
        <span className="desk-row__goods" dir="auto" lang="es">
          {goods.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', ')}
        </span>
        <span className="muted">
          <bdi className="numeric">{number}</bdi> · <bdi>{city}</bdi>
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
        {!isToShip && <OrderStatusBadge status={status} carrier={carrier} />}
        <RefundBadge of={order} />
        <DisputeBadge of={order} />
        <ReturnBadge order={order} />
        <ShipBy day={ship_by} />
      </span>
      <span className="desk-row__sum numeric">
        <OrderSum order={order} />
      </span>
      <ChevronRight className="flip desk-row__arrow" aria-hidden="true" />
    </>
  );
}

/** What the first line looks like, and how many units there are of all. */
function Goods({ order: { goods, items_count } }: { order: DeskOrderLine }) {
  const { t } = useTranslation();
  const shown = goods.find(({ image_url: url }) => url) ?? goods[0];
  return (
    <span className="desk-row__picture">
      <ProductPicture url={shown?.image_url} alt="" place="small" />
      {items_count > 1 && (
        <span className="desk-row__count" dir="ltr">
          <span aria-hidden="true">×{items_count}</span>
          <span className="visually-hidden">{t('desk.order.pieces', { count: items_count })}</span>
        </span>
      )}
    </span>
  );
}

type Sums = Pick<DeskOrderLine, 'refund_state' | 'total_in_cents' | 'net_in_cents'>;

/** What it comes to, or what of that stays. */
export function OrderSum({ order: { refund_state, total_in_cents, net_in_cents } }: { order: Sums }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (refund_state === 'none') return <strong>{money(total_in_cents, lang)}</strong>;
  return (
    <>
      <strong>{money(net_in_cents, lang)}</strong>{' '}
      <small className="muted">{t('desk.order.out_of', { amount: money(total_in_cents, lang) })}</small>
    </>
  );
}
