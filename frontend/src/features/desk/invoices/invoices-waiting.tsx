import { Link } from 'react-router';
import type { InvoicesWaiting as Waiting } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { buttonClass } from '../../../ui/button';
import { deskPaths } from '../desk-paths';
import { RowLink } from '../row-link';

/** How much is not invoiced yet, for what it waits, and what to do about it; nothing where nothing waits. */
export function InvoicesWaiting({ count, for_seller, orders_without_buyer }: Waiting) {
  const { t } = useTranslation();
  if (count === 0) return null;
  const isForBuyer = orders_without_buyer.length > 0;
  return (
    <section className="panel stack" role="status">
      <p>
        <strong>{t('desk.invoices.waiting', { count })}</strong>
      </p>
      {for_seller && (
        <>
          <p>{t('desk.invoices.waits_seller')}</p>
          <div className="row">
            <Link className={buttonClass('secondary')} to={deskPaths.legalSettings}>
              {t('desk.invoices.to_settings')}
            </Link>
          </div>
        </>
      )}
      {isForBuyer && (
        <>
          <p>{t('desk.invoices.waits_buyer')}</p>
          <ul className="row">
            {orders_without_buyer.map(({ id, number }) => (
              <li key={id}>
                <RowLink className="pill" to={deskPaths.order(id)}>
                  {t('desk.invoices.order')} <bdi className="numeric">{number}</bdi>
                </RowLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {!for_seller && !isForBuyer && <p>{t('desk.invoices.waits_turn')}</p>}
    </section>
  );
}
