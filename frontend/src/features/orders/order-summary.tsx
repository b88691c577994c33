import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import type { CancellationReason, Order } from '../../api/types';
import { Link } from 'react-router';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { dayRange, longDate, money, timeOfDay } from '../../ui/format';
import { isBeingMade } from './being-made';
import { OrderStatusBadge, RefundBadge, type Returned } from './order-status';
import { brands, carrierUrl } from './tracking';

/** Status and sums of an order; `children` are what can be done with it. */
export function OrderSummary({ order, children }: { order: Order; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('order.summary_title')}</h2>
      <p className="row">
        <span className="muted">{t('order.status')}</span>
        <OrderStatusBadge status={order.status} carrier={order.carrier} />
        <RefundBadge of={order} />
      </p>
      <CancelledBecause reason={order.cancellation_reason} />
      {order.status === 'paid' && order.refund_state === 'refunded' && <p className="notice">{t('order.given_back')}</p>}
      <Withdrawn order={order} />
      <PayBy order={order} />
      <Arrives order={order} />
      <BroughtBy order={order} />
      <TrackingLink order={order} />
      <Sums order={order} />
      <AgreedTerms of={order} />
      <div className="stack">{children}</div>
    </section>
  );
}

const reasons: Record<CancellationReason, string> = {
  buyer: 'order.reason.buyer',
  owner: 'order.reason.owner',
  expired: 'order.reason.expired',
};

function CancelledBecause({ reason }: { reason: Order['cancellation_reason'] }) {
  const { t } = useTranslation();
  return reason ? <p className="muted">{t(reasons[reason])}</p> : null;
}

function Sums({ order }: { order: Order }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <dl className="sums numeric">
      <div>
        <dt>{t('order.subtotal')}</dt>
        <dd>{money(order.items_in_cents, lang)}</dd>
      </div>
      <div>
        <dt>{t('order.shipping')}</dt>
        <dd>{order.shipping_in_cents === 0 ? t('order.shipping_free') : money(order.shipping_in_cents, lang)}</dd>
      </div>
      <div className="sums__total">
        <dt>{t('order.total')}</dt>
        <dd>{money(order.total_in_cents, lang)}</dd>
      </div>
      <div className="muted">
        <dt>{t('order.tax')}</dt>
        <dd>{money(order.tax_in_cents, lang)}</dd>
      </div>
      <ReturnedSums of={order} />
    </dl>
  );
}

/** What of the money is not here any more; each where there is any. */
export function ReturnedSums({ of: order }: { of: Returned }) {
  const { t } = useTranslation();
  const lang = useLang();
  const sums: [string, number][] = [
    ['order.refunded', order.refunded_in_cents],
    ['order.refund_pending', order.refund_pending_in_cents],
    ['order.charged_back', order.charged_back_in_cents],
  ];
  return sums
    .filter(([, cents]) => cents > 0)
    .map(([label, cents]) => (
      <div key={label}>
        <dt>{t(label)}</dt>
        <dd>{money(cents, lang)}</dd>
      </div>
    ));
}

/** The terms that were agreed to, as they were, in the language they were agreed to in. */
export function AgreedTerms({ of: { terms_version: version, lang } }: { of: Pick<Order, 'terms_version' | 'lang'> }) {
  const { t } = useTranslation();
  if (!version) return null;
  return (
    <p className="muted">
      <Link to={`${paths.legalVersion('terms', version)}?lang=${lang}`} reloadDocument>
        {t('order.terms', { version })}
      </Link>
    </p>
  );
}

/** What somebody looks at, and what that means for the goods. */
function Withdrawn({ order: { withdrawn_at: at, withdrawn_in_cents: cents, keeps_shipping: keepsShipping, status } }: { order: Order }) {
  const { t, lang } = useTranslation();
  if (!at) return null;
  const next = status === 'pending' || status === 'paid' ? 'order.withdrawn_unsent' : 'order.withdrawn_sent';
  return (
    <div className="notice stack">
      <strong>{t('order.withdrawn', { date: longDate(at, t) })}</strong>
      {cents && (
        <p>
          {t('order.withdrawn_amount')} <strong className="numeric">{money(cents, lang)}</strong>
        </p>
      )}
      {keepsShipping && <p>{t('order.withdrawn_no_shipping')}</p>}
      <p>{t(next)}</p>
    </div>
  );
}

/** Until when, on the firm's clocks, the goods are kept for an unpaid order. */
function PayBy({ order: { payable, expires_locally: end_at } }: { order: Pick<Order, 'payable' | 'expires_locally'> }) {
  const { t } = useTranslation();
  if (!payable || !end_at) return null;
  const [day = '', time = ''] = end_at.split(' ');
  const end = { date: longDate(day, t), time: timeOfDay(time, t) };
  return <p className="notice">{t('order.pay_by', end)}</p>;
}

/** Between which days it comes, once paid and until it is there. */
function Arrives({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { arrives_from: from, arrives_until: until } = order;
  const days = from && until ? dayRange(from, until, t) : null;
  if (isBeingMade(order)) {
    // Days that are over are not promised anew.
    const unknown = t(order.is_late ? 'delivery.made_late' : 'delivery.made_order');
    return <p className="notice">{days ? t('delivery.made_arrives', days) : unknown}</p>;
  }
  return days && <p className="notice">{t('delivery.arrives', days)}</p>;
}

/** Who brings what is on its way and by which number, or that it waits to be fetched. */
function BroughtBy({ order: { status, carrier, tracking_number: number } }: { order: Order }) {
  const { t } = useTranslation();
  if (status !== 'shipped' || !carrier) return null;
  const brand = brands[carrier];
  return (
    <div className="notice">
      <p>{brand === undefined ? t(`order.by.${carrier}`) : t('order.by.brand', { brand })}</p>
      {number && (
        <p className="order__parcel">
          {t('order.parcel')}: <bdi className="numeric">{number}</bdi>
        </p>
      )}
    </div>
  );
}

/** The way to the parcel: what somebody looks for first while it is under way. */
function TrackingLink({ order: { status, carrier, tracking_number: number } }: { order: Order }) {
  const { t } = useTranslation();
  const url = carrierUrl(number, carrier);
  if (url === null) return null;
  return (
    <a className={buttonClass(status === 'shipped' ? 'primary' : 'secondary', true)} href={url} target="_blank" rel="noopener noreferrer">
      {t('order.track')}
      <ExternalLink aria-hidden="true" />
      <span className="visually-hidden">({t('order.new_tab')})</span>
    </a>
  );
}
