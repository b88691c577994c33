import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import type { Attention, DeskMail, DeskOrder, DeskOrderEvent, DeskRefund } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button, buttonClass } from '../../ui/button';
import { dayRange, money } from '../../ui/format';
import { PostalAddress } from '../../ui/postal-address';
import { TextField } from '../../ui/text-field';
import { endedUnpaid } from '../orders/order-status';
import { AgreedTerms, ReturnedSums } from '../orders/order-summary';
import { carrierUrl } from '../orders/tracking';
import { CopyButton } from '../security/copy-button';
import { ActDialog } from './act-dialog';
import { AddressActs } from './address-acts';
import { ChatLink } from './chat-link';
import { deskApi, deskPaths } from './desk-paths';
import { actName, carrierName } from './log-detail';
import { CorrectEmail } from './order-email';
import { historyId } from './order-note';
import { useAct } from './use-act';
import { shopTime, useClock } from './when';

/** Why a person must look at the order, until one has. */
export function AttentionNotice({ order, attention, reload }: { order: DeskOrder; attention: Attention; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <section className="desk-alert" aria-label={t('desk.orders.attention')}>
      <TriangleAlert aria-hidden="true" />
      <div>
        <strong>{t(`desk.attention.${attention}`)}</strong>
        <p>{t(`desk.attention_text.${attention}`)}</p>
      </div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {t('desk.attention_clear')}
      </Button>
      <ActDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('desk.attention_clear')}
        submit={t('desk.attention_clear_yes')}
        send={({ note }) => api.post(deskApi.orderAct(order.id, 'attention'), { note })}
        done={t('desk.attention_cleared')}
        failed={t('desk.attention_failed')}
        onDone={reload}
      >
        {(errors) => (
          <TextField
            label={t('desk.attention_note')}
            name="note"
            rows={3}
            required
            maxLength={1000}
            hint={t('desk.order.note_hint')}
            error={errors.note}
          />
        )}
      </ActDialog>
    </section>
  );
}

/** Beside the status: the buyer's bank claims the money. */
export function DisputeBadge({ of: { disputed_in_cents } }: { of: { disputed_in_cents: number } }) {
  const { t } = useTranslation();
  if (disputed_in_cents === 0) return null;
  return (
    <span className="status" data-refund="disputed">
      {t('desk.order.disputed')}
    </span>
  );
}

/** Said where the money is back and nothing is to be sent any more. */
export function GivenBack({ order }: { order: DeskOrder }) {
  const { t } = useTranslation();
  if (order.status !== 'paid' || order.to_ship || order.open_return) return null;
  return (
    <p className="notice">
      <strong>{t('desk.order.given_back')}.</strong> {t('desk.order.given_back_text')}
    </p>
  );
}

/** Who bought it, how to reach them, and where it goes. */
export function Customer({ order, reload }: { order: DeskOrder; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const url = carrierUrl(order.tracking_number, order.carrier);
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.order.customer')}</h2>
      {/* The telephone stands below, where it can be pressed. */}
      <PostalAddress address={{ ...order.shipping_address, phone: null }} />
      <AddressActs of={order.shipping_address} />
      <div className="desk-order__reach">
        {/* A buyer who was forgotten has no address, and no page either. */}
        {order.email !== '' && (
          <>
            <a href={paths.mail(order.email)}>
              <bdi>{order.email}</bdi>
            </a>
            {order.is_guest && !endedUnpaid(order) && <CorrectEmail order={order} reload={reload} />}
            <Link to={deskPaths.customer(order.user_id ?? order.id)}>{t('desk.order.their_page')}</Link>
            {!order.user_id && <span className="muted">{t('desk.order.without_account')}</span>}
          </>
        )}
        {order.shipping_address.phone && (
          <a href={paths.phone(order.shipping_address.phone)}>
            <bdi dir="ltr">{order.shipping_address.phone}</bdi>
          </a>
        )}
        {order.shipping_address.phone && (
          <ChatLink
            phone={order.shipping_address.phone}
            about="order"
            number={order.number}
            name={order.shipping_address.name}
            lang={order.lang}
          />
        )}
        {order.carrier && (
          <span>
            {t('desk.fact.carrier')}: <bdi>{carrierName(order.carrier, t)}</bdi>
          </span>
        )}
        {url !== null && (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t('order.track')} <bdi className="numeric">{order.tracking_number}</bdi>
            <span className="visually-hidden"> ({t('order.new_tab')})</span>
          </a>
        )}
      </div>
    </section>
  );
}

/** By when it must leave, and what its buyer was promised. */
export function Promised({ order }: { order: DeskOrder }) {
  const { t } = useTranslation();
  const { ship_by: day, arrives_from: from, arrives_until: until } = order;
  if (!day && (!from || !until)) return null;
  return (
    <p className="notice row">
      <ShipBy day={day} />
      {from && until && <span>{t('desk.order.promised', dayRange(from, until, t))}</span>}
    </p>
  );
}

/** The day on which an order must leave; nothing where none is promised. */
export function ShipBy({ day }: { day?: string | null }) {
  const { t } = useTranslation();
  const clock = useClock();
  if (!day) return null;
  const today = shopTime(new Date()).slice(0, 10);
  const text = day === today ? 'desk.order.ship_today' : day < today ? 'desk.order.ship_late' : 'desk.order.ship_by';
  return (
    <span className="desk-ship-by" data-late={day < today || undefined}>
      {t(text, { day: clock.day(day) })}
    </span>
  );
}

/** Until when it is kept unpaid, and the way to its payment for a buyer who calls. */
export function Unpaid({ order, reload }: { order: DeskOrder; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { busy, run } = useAct();
  if (!order.payable) return null;
  const said = { done: { title: t('desk.mail.resent') }, failed: t('desk.mail.failed') };
  const mail = async () => {
    if (await run('mail', () => api.post(deskApi.orderAct(order.id, 'resend-mail'), { mail: 'order_received' }), said)) await reload();
  };
  return (
    <section className="panel stack">
      {order.expires_at && <p className="notice">{t('desk.order.kept_until', { at: clock.moment(order.expires_at) })}</p>}
      {/* What opens an order without an account stands in its buyer's mails alone. */}
      {order.user_id ? (
        <CopyButton block label={t('desk.order.pay_link')} text={`${location.origin}${paths.order(order.id)}?lang=${order.lang}`} />
      ) : (
        <Button block variant="secondary" busy={busy === 'mail'} onClick={() => void mail()}>
          {t('desk.order.pay_mail')}
        </Button>
      )}
    </section>
  );
}

/** What its buyer complained about, and the way there. */
export function Complaints({ order: { complaints } }: { order: DeskOrder }) {
  const { t } = useTranslation();
  return complaints.map(({ id, key, is_open }) => (
    <section key={id} className={is_open ? 'desk-alert' : 'notice row'} aria-label={t('desk.inbox.complaint', { key })}>
      {is_open && <TriangleAlert aria-hidden="true" />}
      <div>
        <strong>{t('desk.inbox.complaint', { key })}</strong>
        {is_open && <p>{t('desk.order.complaint_waits')}</p>}
      </div>
      <Link className={buttonClass('secondary')} to={deskPaths.inquiry('messages', id)}>
        {t('desk.order.complaint_see')}
      </Link>
    </section>
  ));
}

export function Sums({ order }: { order: DeskOrder }) {
  const { t } = useTranslation();
  const lang = useLang();
  const line = (label: string, cents: number, className?: string) => (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{money(cents, lang)}</dd>
    </div>
  );
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('order.summary_title')}</h2>
      <dl className="sums numeric">
        {line(t('order.subtotal'), order.items_in_cents)}
        {line(t('order.shipping'), order.shipping_in_cents)}
        {line(t('order.total'), order.total_in_cents, 'sums__total')}
        {line(t('order.tax'), order.tax_in_cents, 'muted')}
        <ReturnedSums of={order} />
        {order.refund_state !== 'none' && line(t('desk.order.net'), order.net_in_cents, 'sums__total')}
        {order.disputed_in_cents > 0 && line(t('desk.order.disputed'), order.disputed_in_cents)}
      </dl>
      <AgreedTerms of={order} />
    </section>
  );
}

/** What goes back, what for and how it stands. */
export function Refunds({ order }: { order: DeskOrder }) {
  const { refunds } = order;
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  if (refunds.length === 0) return null;
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.refunds')}</h2>
      <ul className="desk-facts">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span>{t(refund.method === 'elsewhere' ? 'desk.refund_elsewhere' : `desk.refund_state.${refund.state}`)}</span>
            <span className="muted">
              <RefundedFor refund={refund} order={order} />
              <span className="dots">
                <time dateTime={refund.created_at}>{clock.moment(refund.created_at)}</time>
                {refund.last_error && (
                  <span>
                    <bdi dir="ltr">{refund.last_error}</bdi>
                  </span>
                )}
              </span>
            </span>
            <strong className="numeric">{money(refund.amount_in_cents, lang)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The goods and the shipping a refund is for. */
function RefundedFor({ refund, order }: { refund: DeskRefund; order: DeskOrder }) {
  const { t } = useTranslation();
  const titles = refund.lines.map(({ item_id, quantity }) => {
    const item = order.order_items.find(({ id }) => id === item_id);
    return { key: item_id, text: `${quantity} × ${item?.product_title ?? ''}` };
  });
  if (refund.shipping_in_cents > 0) titles.push({ key: 'shipping', text: t('order.shipping') });
  return titles.map(({ key, text }) => (
    <span key={key} className="desk-refund__for">
      <bdi>{text}</bdi>
    </span>
  ));
}

/** Mails that can be sent once more; the others speak to the owner. */
const forBuyers = [
  'order_received', 'order_paid', 'order_shipped', 'order_delivered', 'order_cancelled', 'order_refunded', 'order_invoiced',
];

/** What was written to the customer, and whether it went out. */
export function Mails({ order, reload }: { order: DeskOrder; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  if (order.mails.length === 0) return null;
  const resend = async (mail: DeskMail) => {
    const said = { done: { title: t('desk.mail.resent') }, failed: t('desk.mail.failed') };
    const wanted = { mail: mail.kind, ...(mail.invoice && { invoice: mail.invoice }) };
    if (await run(mail.id, () => api.post(deskApi.orderAct(order.id, 'resend-mail'), wanted), said)) await reload();
  };
  // What is still to go out needs no second one. But for invoices it is told as the order stands now: that is offered beside the
  // last one of its kind.
  const canResend = ({ id, kind, invoice, state }: DeskMail) =>
    state !== 'queued' &&
    forBuyers.includes(kind) &&
    (kind !== 'order_delivered' || order.status === 'delivered') &&
    (kind !== 'order_shipped' || Boolean(order.carrier)) &&
    (Boolean(invoice) || order.mails.findLast((other) => other.kind === kind)?.id === id);
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.mails')}</h2>
      <ul className="desk-facts desk-mails">
        {order.mails.map((mail) => (
          <li key={mail.id}>
            <MailName mail={mail} />
            <MailState mail={mail} />
            {canResend(mail) && (
              <Button variant="ghost" busy={busy === mail.id} onClick={() => void resend(mail)}>
                {t('desk.mail.resend')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What it is: a correction is called one, and an invoice has its number. */
function MailName({ mail: { kind, carrier, corrected, invoice } }: { mail: DeskMail }) {
  const text = corrected ? `desk.mail.corrected.${kind}` : actName(`desk.mail.kind.${kind}`, kind, carrier);
  return (
    <span>
      <Named text={text} name={kind} />
      {invoice && (
        <>
          {' '}
          <bdi className="numeric">{invoice}</bdi>
        </>
      )}
    </span>
  );
}

function MailState({ mail: { state, sent_at, created_at, last_error } }: { mail: DeskMail }) {
  const { t } = useTranslation();
  const clock = useClock();
  const at = sent_at ?? created_at;
  return (
    <span className="muted dots" data-dead={state === 'dead' || undefined}>
      <span>{t(`desk.mail.state.${state}`)}</span>
      <time dateTime={at}>{clock.moment(at)}</time>
      {state === 'dead' && last_error && (
        <span>
          <bdi dir="ltr">{last_error}</bdi>
        </span>
      )}
    </span>
  );
}

/** All that happened to the order, the latest first. */
export function History({ events }: { events: DeskOrderEvent[] }) {
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <section className="panel stack">
      <h2 className="panel__title" id={historyId}>
        {t('desk.history')}
      </h2>
      <ol className="desk-history" reversed>
        {[...events].reverse().map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <Named text={actName(`desk.event.${event.kind}`, event.kind, (event.detail as EventDetail | null)?.carrier)} name={event.kind} />
            <EventText event={event} />
            <span className="muted dots">
              <time dateTime={event.at}>{clock.moment(event.at)}</time>
              {event.by && (
                <span>
                  <bdi>{event.by}</bdi>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What some kinds of events tell besides. */
type EventDetail = {
  amount_in_cents?: number;
  total_in_cents?: number;
  mail?: string;
  carrier?: string;
  why?: string;
  invoice?: string;
};

/** The one fact of an event that people want to see, and what the owner wrote about it. */
function EventText({ event: { detail: told, note } }: { event: DeskOrderEvent }) {
  const { t } = useTranslation();
  const lang = useLang();
  const detail = told as EventDetail | null;
  const amount = detail?.amount_in_cents ?? detail?.total_in_cents;
  const fact = [
    typeof amount === 'number' && money(amount, lang),
    typeof detail?.mail === 'string' && t(actName(`desk.mail.kind.${detail.mail}`, detail.mail, detail.carrier)),
    typeof detail?.why === 'string' && t(`desk.attention.${detail.why}`),
    typeof detail?.invoice === 'string' && detail.invoice,
  ].find((text) => typeof text === 'string');
  return (
    <>
      {fact && <p>{fact}</p>}
      {note && (
        <p className="desk-history__note" dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

/** What the server calls `name`, under its key's text; a name without one is shown as it is. */
export function Named({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation();
  const found = t(text);
  return found === text ? <bdi dir="ltr">{name}</bdi> : <span>{found}</span>;
}
