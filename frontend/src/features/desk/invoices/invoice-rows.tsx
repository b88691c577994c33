import type { DeskInvoice } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { money } from '../../../ui/format';
import { deskApi, deskPaths } from '../desk-paths';
import { RowLink } from '../row-link';
import { useClock } from '../when';

/** Invoices as a list: each is a paper to open and leads to its order. */
export function InvoiceRows({ invoices }: { invoices: DeskInvoice[] }) {
  return (
    <ul className="desk-rows">
      {invoices.map((invoice) => (
        <li key={invoice.number} className="desk-row desk-invoice">
          <Row invoice={invoice} />
        </li>
      ))}
    </ul>
  );
}

function Row({ invoice }: { invoice: DeskInvoice }) {
  const { number, type, date, order_id, order_number, buyer_name, replaced, annulled, trial, state, problem } = invoice;
  const { base_in_cents, tax_in_cents, total_in_cents } = invoice;
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  return (
    <>
      <div className="desk-row__main">
        <a className="desk-invoice__paper" href={deskApi.invoicePaper(number)} download={`${number}.pdf`}>
          <strong>
            <bdi className="numeric">{number}</bdi> (PDF)
          </strong>
        </a>
        <span>
          {t(`invoice.type.${type}`)}
          {buyer_name && (
            <>
              {' · '}
              <bdi>{buyer_name}</bdi>
            </>
          )}
        </span>
        <span className="muted">
          <time dateTime={date}>{clock.date(date)}</time>
          {' · '}
          <RowLink to={deskPaths.order(order_id)}>
            {t('desk.invoices.order')} <bdi className="numeric">{order_number}</bdi>
          </RowLink>
        </span>
      </div>
      {(replaced || annulled || trial || state !== 'issued') && (
        <p className="desk-row__state">
          {replaced && <span className="status">{t('invoice.replaced')}</span>}
          {annulled && <span className="status">{t('invoice.annulled')}</span>}
          {trial && <span className="status">{t('invoice.trial')}</span>}
          {state !== 'issued' && (
            <span className="status" data-invoice={state}>
              {t(`desk.invoices.state.${state}`)}
            </span>
          )}
          {problem && (
            <span className="muted" lang="es" dir="auto">
              {problem}
            </span>
          )}
        </p>
      )}
      <div className="desk-row__sum numeric">
        <strong>
          <bdi>{money(total_in_cents, lang)}</bdi>
        </strong>
        <small className="muted">
          {t('desk.invoices.base')} <bdi>{money(base_in_cents, lang)}</bdi> · {t('desk.invoices.tax')}{' '}
          <bdi>{money(tax_in_cents, lang)}</bdi>
        </small>
      </div>
    </>
  );
}
