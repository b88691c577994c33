import { useEffect, useRef } from 'react';
import type { DeskInvoice } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { isFocusLost } from '../../../ui/focus';
import { money } from '../../../ui/format';
import { deskApi, deskPaths } from '../desk-paths';
import { FileLink } from '../file-link';
import { RowLink } from '../row-link';
import { useClock } from '../when';
import { InvoiceActs } from './invoice-acts';

type Props = { invoices: DeskInvoice[]; reload: () => Promise<void> };

/** Invoices as a list: each is a paper to open, leads to its order, and is mended where the tax agency finds fault. */
export function InvoiceRows({ invoices, reload }: Props) {
  return (
    <ul className="desk-rows">
      {invoices.map((invoice) => (
        <li key={invoice.number} className="desk-row desk-invoice">
          <Row invoice={invoice} reload={reload} />
        </li>
      ))}
    </ul>
  );
}

function Row({ invoice, reload }: { invoice: DeskInvoice; reload: Props['reload'] }) {
  const { number, type, date, order_id, order_number, buyer_name, told_buyer, state } = invoice;
  const { t } = useTranslation();
  const clock = useClock();
  const paper = useRef<HTMLAnchorElement>(null);
  const hasActed = useRef(false);
  // What was pressed is not offered any more.
  useEffect(() => {
    if (hasActed.current && isFocusLost()) paper.current?.focus({ preventScroll: true });
    hasActed.current = false;
  }, [state, invoice.annulled]);
  const onDone = () => {
    hasActed.current = true;
    return reload();
  };
  return (
    <>
      <div className="desk-row__main">
        <FileLink ref={paper} className="desk-invoice__paper" href={deskApi.invoicePaper(number)} save={`${number}.pdf`}>
          <strong>
            <bdi className="numeric">{number}</bdi> (PDF)
          </strong>
        </FileLink>
        <span>
          {t(`invoice.type.${type}`)}
          {buyer_name && (
            <>
              {' · '}
              <bdi>{buyer_name}</bdi>
              {told_buyer && told_buyer.name !== buyer_name && (
                <span className="muted"> ({t('desk.invoices.told_as', { name: told_buyer.name })})</span>
              )}
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
      <Standing invoice={invoice} />
      <Sums invoice={invoice} />
      <InvoiceActs invoice={invoice} onDone={onDone} />
    </>
  );
}

/** What became of it, and what the tax agency says. */
function Standing({ invoice: { replaced, annulled, trial, state, problem } }: { invoice: DeskInvoice }) {
  const { t } = useTranslation();
  if (!replaced && !annulled && !trial && state === 'issued') return null;
  return (
    <div className="desk-invoice__state">
      <p className="row">
        {replaced && <span className="status">{t('invoice.replaced')}</span>}
        {annulled && <span className="status">{t('invoice.annulled')}</span>}
        {trial && <span className="status">{t('invoice.trial')}</span>}
        {state !== 'issued' && (
          <span className="status" data-invoice={state}>
            {t(`desk.invoices.state.${state}`)}
          </span>
        )}
      </p>
      {problem && (
        <p className="muted desk-invoice__problem" lang="es" dir="auto">
          {problem}
        </p>
      )}
    </div>
  );
}

function Sums({ invoice: { base_in_cents, tax_in_cents, total_in_cents } }: { invoice: DeskInvoice }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="desk-row__sum numeric">
      <strong>{money(total_in_cents, lang)}</strong>
      <small className="muted">
        {t('desk.invoices.base')} <span>{money(base_in_cents, lang)}</span> · {t('desk.invoices.tax')}{' '}
        <span>{money(tax_in_cents, lang)}</span>
      </small>
    </div>
  );
}
