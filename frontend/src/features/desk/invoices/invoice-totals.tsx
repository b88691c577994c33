import { useId, type ReactNode } from 'react';
import type { InvoiceBooks, InvoiceRate, InvoiceSum } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { money } from '../../../ui/format';
import { useClock } from '../when';
import { percent } from './percent';

/** What a quarter's invoices come to: by month and rate, and all together. */
export function InvoiceTotals({ books }: { books: InvoiceBooks }) {
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  const { months, rates, total, counted_before_in_cents: before } = books;
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('desk.invoices.totals')}</h2>
      <p className="muted">{t('desk.invoices.totals_text')}</p>
      {before !== 0 && <p>{t('desk.invoices.counted_before', { amount: money(before, lang) })}</p>}
      {months.map(({ month, rates }) => (
        <Sums key={month} title={clock.month(month)} rates={rates} />
      ))}
      <Sums title={t('desk.invoices.whole')} rates={rates}>
        <Row name={t('desk.invoices.total')} sum={total} />
      </Sums>
    </section>
  );
}

type SumsProps = { title: string; rates: InvoiceRate[]; children?: ReactNode };

function Sums({ title, rates, children }: SumsProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const id = useId();
  return (
    <section className="desk-sums" aria-labelledby={id} data-whole={children !== undefined || undefined}>
      <h3 id={id}>{title}</h3>
      <ul>
        {rates.map((rate) => (
          <Row key={rate.rate_bp} name={t('desk.invoices.rate', { rate: percent(rate.rate_bp, lang) })} sum={rate} />
        ))}
        {children}
      </ul>
    </section>
  );
}

/** Figures that are read with their names: on a telephone under each other, else in columns. */
function Row({ name, sum }: { name: string; sum: InvoiceSum }) {
  const { t } = useTranslation();
  const lang = useLang();
  const figures = [
    ['count', String(sum.invoices)],
    ['base', money(sum.base_in_cents, lang)],
    ['tax', money(sum.tax_in_cents, lang)],
    ['total', money(sum.total_in_cents, lang)],
  ] as const;
  return (
    <li className="desk-sums__row">
      <strong>{name}</strong>
      <dl className="desk-sums__figures">
        {figures.map(([figure, value]) => (
          <div key={figure}>
            <dt>{t(`desk.invoices.${figure}`)}</dt>
            <dd>
              <span className="numeric">{value}</span>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
