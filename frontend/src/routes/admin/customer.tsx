import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useResource } from '../../api/resource';
import type { CustomerInquiry, CustomerWithdrawal, KnownCustomer } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths, type InboxKind } from '../../features/desk/desk-paths';
import { EraseCustomer } from '../../features/desk/erase-customer';
import { OrderRows } from '../../features/desk/order-rows';
import { useClock } from '../../features/desk/when';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { money } from '../../ui/format';

/** Somebody: what they bought and what they asked, together. */
export function CustomerPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const customer = useResource<KnownCustomer>(deskApi.customer(id));
  const { data } = customer;
  return (
    <DeskPage
      title={data === undefined ? t('desk.customers.one') : data.name || t('desk.customers.nameless')}
      back={{ to: deskPaths.customers, label: t('desk.place.customers') }}
    >
      <Loaded resource={customer}>{(known) => <Known customer={known} />}</Loaded>
    </DeskPage>
  );
}

function Known({ customer }: { customer: KnownCustomer }) {
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  return (
    <>
      <ul className="desk-facts panel">
        <li>
          <span>{t('field.email')}</span>
          <a href={paths.mail(customer.email)}>
            <bdi>{customer.email}</bdi>
          </a>
        </li>
        {customer.phone && (
          <li>
            <span>{t('contact.phone')}</span>
            <a href={paths.phone(customer.phone)}>
              <bdi dir="ltr">{customer.phone}</bdi>
            </a>
          </li>
        )}
        <li>
          <span>{t(customer.has_account ? 'desk.customers.since' : 'desk.customers.wrote')}</span>
          <time dateTime={customer.created_at}>{clock.moment(customer.created_at)}</time>
        </li>
        <li>
          <span>{t('desk.customers.spent')}</span>
          <span className="numeric">{money(customer.total_in_cents, lang)}</span>
        </li>
        {customer.gross_in_cents !== customer.total_in_cents && (
          <li>
            <span>{t('desk.customers.gross')}</span>
            <span className="numeric muted">{money(customer.gross_in_cents, lang)}</span>
          </li>
        )}
      </ul>
      <section className="stack">
        <h2 className="desk-page__part">{t('desk.place.orders')}</h2>
        {customer.orders.length > 0 ? (
          <OrderRows orders={customer.orders} />
        ) : (
          <p className="muted">{t('desk.customers.no_orders')}</p>
        )}
      </section>
      <Inquiries kind="quotes" title={t('desk.customers.quotes')} inquiries={customer.quotes} />
      <Inquiries kind="messages" title={t('desk.customers.messages')} inquiries={customer.messages} />
      <Withdrawn withdrawals={customer.withdrawals} />
      <EraseCustomer id={customer.id} />
    </>
  );
}

function Withdrawn({ withdrawals }: { withdrawals: CustomerWithdrawal[] }) {
  const { t } = useTranslation();
  const clock = useClock();
  const cards = withdrawals.map(({ id, received_at, state, contract }) => ({
    id,
    text: contract,
    about: (
      <>
        <Link to={deskPaths.withdrawal(id)}>
          <time dateTime={received_at}>{clock.moment(received_at)}</time>
        </Link>
        <span>{t(`desk.withdrawal.state.${state}`)}</span>
      </>
    ),
  }));
  return <Cards title={t('desk.customers.withdrawals')} cards={cards} />;
}

type InquiriesProps = { kind: InboxKind; title: string; inquiries: CustomerInquiry[] };

function Inquiries({ kind, title, inquiries }: InquiriesProps) {
  const { t } = useTranslation();
  const clock = useClock();
  const cards = inquiries.map(({ id, number, message, created_at, phone, complaint }) => ({
    id,
    text: message,
    about: (
      <>
        <Link to={deskPaths.inquiry(kind, id)}>
          {complaint ? t('desk.inbox.complaint', { key: complaint }) : <bdi className="numeric">{number}</bdi>}
        </Link>
        <time dateTime={created_at}>{clock.moment(created_at)}</time>
        {phone && (
          <a href={paths.phone(phone)}>
            <bdi dir="ltr">{phone}</bdi>
          </a>
        )}
      </>
    ),
  }));
  return <Cards title={title} cards={cards} />;
}

/** What somebody sent, each with where it leads and in their words; nothing where there is none. */
function Cards({ title, cards }: { title: string; cards: { id: string; about: ReactNode; text: string }[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="stack">
      <h2 className="desk-page__part">{title}</h2>
      <ul className="desk-cards">
        {cards.map(({ id, about, text }) => (
          <li key={id} className="panel desk-comment">
            <p className="muted dots">{about}</p>
            <p className="desk-comment__text" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
