import ChevronRight from 'lucide-react/icons/chevron-right';
import UsersRound from 'lucide-react/icons/users-round';
import type { Customer, CustomerList } from '../../api/types';
import { DeskList } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { RowLink } from '../../features/desk/row-link';
import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';

/** Everybody with an account, and those who only wrote. */
export function Customers() {
  const { t } = useTranslation();
  return (
    <DeskPage title={t('desk.place.customers')}>
      <DeskList<CustomerList, 'customers'>
        api={deskApi.customers}
        name="customers"
        search={t('desk.customers.search')}
        empty={{
          art: <UsersRound size={48} strokeWidth={1.25} />,
          title: t('desk.customers.none_title'),
          text: t('desk.customers.none_text'),
        }}
      >
        {(customers) => (
          <ul className="desk-rows">
            {customers.map((customer) => (
              <li key={customer.id}>
                <RowLink className="desk-row desk-row--short" to={deskPaths.customer(customer.id)}>
                  <Row {...customer} />
                </RowLink>
              </li>
            ))}
          </ul>
        )}
      </DeskList>
    </DeskPage>
  );
}

function Row({ has_account, name, email, city, orders_count, quotes_count, total_in_cents, gross_in_cents }: Customer) {
  const { t } = useTranslation();
  const lang = useLang();
  const facts = [
    !has_account && t('desk.customers.no_account'),
    orders_count > 0 && t('desk.customers.orders', { count: orders_count }),
    quotes_count > 0 && t('desk.customers.inquiries', { count: quotes_count }),
  ].filter((text) => text !== false);
  return (
    <>
      <span className="desk-row__main">
        <strong>
          <bdi>{name || email}</bdi>
        </strong>
        <span className="muted">
          <bdi>{email}</bdi>
          {city && (
            <>
              {' · '}
              <bdi>{city}</bdi>
            </>
          )}
        </span>
      </span>
      <span className="desk-row__state muted">{facts.join(' · ')}</span>
      <span className="desk-row__sum numeric">
        <strong>{money(total_in_cents, lang)}</strong>
        {gross_in_cents !== total_in_cents && (
          <small className="muted">{t('desk.order.out_of', { amount: money(gross_in_cents, lang) })}</small>
        )}
      </span>
      <ChevronRight className="flip desk-row__arrow" aria-hidden="true" />
    </>
  );
}
