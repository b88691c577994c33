import { useId, useState } from 'react';
import type { DaySales } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { languages } from '../../languages';
import { money } from '../../ui/format';
import { useClock } from './when';

/** Of the drawing, in its own units: a day's column is `step` wide. */
const step = 20;
const height = 120;
const gap = 5;

/** Sales by day: a drawing for the eyes, a table for whoever wants the figures. */
export function SalesChart({ days }: { days: DaySales[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const total = days.reduce((sum, day) => sum + day.total_in_cents, 0);
  const gross = days.reduce((sum, day) => sum + day.gross_in_cents, 0);
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  return (
    <section className="panel stack" aria-labelledby={`${id}-title`}>
      <div className="desk-chart__head">
        <h2 className="panel__title" id={`${id}-title`}>
          {t('desk.sales')}
        </h2>
        <p className="desk-chart__total">
          <strong className="numeric">{money(total, lang)}</strong>{' '}
          <span className="muted">{t('desk.sales_orders', { count: orders })}</span>
          {gross !== total && <small className="muted">{t('desk.sales_of', { amount: money(gross, lang) })}</small>}
        </p>
      </div>
      {orders + gross === 0 ? null : isTable ? (
        <SalesTable days={days} labelledBy={`${id}-title`} />
      ) : (
        <>
          <Columns days={days} />
          <p className="desk-chart__ends muted" aria-hidden="true">
            <span>{clock.date(days[0]?.date ?? '')}</span>
            <span>{clock.date(days.at(-1)?.date ?? '')}</span>
          </p>
        </>
      )}
      {orders + gross > 0 && (
        <button type="button" className="button button--ghost desk-chart__switch" onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'desk.sales_chart' : 'desk.sales_table')}
        </button>
      )}
    </section>
  );
}

function Columns({ days }: { days: DaySales[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  const most = Math.max(...days.map((day) => day.total_in_cents), 1);
  const best = days.find((day) => day.total_in_cents === most);
  const isRightToLeft = languages[lang].dir === 'rtl';
  // The newest day stands where the line of text ends.
  const left = (index: number) => (isRightToLeft ? days.length - 1 - index : index) * step + gap / 2;
  const label =
    best === undefined
      ? t('desk.sales_none')
      : t('desk.sales_best', { date: clock.day(best.date), amount: money(best.total_in_cents, lang) });
  return (
    <svg
      className="desk-chart"
      viewBox={`0 0 ${Math.max(days.length, 1) * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map((day, index) => {
        // A day without sales keeps a line, so that its place can be seen.
        const tall = Math.max((day.total_in_cents / most) * (height - 4), 2);
        return (
          <rect
            key={day.date}
            x={left(index)}
            y={height - tall}
            width={step - gap}
            height={tall}
            rx={Math.min(3, tall / 2)}
            data-none={day.total_in_cents === 0 || undefined}
          >
            <title>{`${clock.day(day.date)}: ${money(day.total_in_cents, lang)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function SalesTable({ days, labelledBy }: { days: DaySales[]; labelledBy: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  return (
    <div className="desk-table" tabIndex={0} role="region" aria-labelledby={labelledBy}>
      <table className="numeric">
        <thead>
          <tr>
            <th scope="col">{t('desk.day')}</th>
            <th scope="col">{t('desk.orders')}</th>
            <th scope="col">{t('desk.sales_gross')}</th>
            <th scope="col">{t('desk.sales_net')}</th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.date}>
              <th scope="row">{clock.day(day.date)}</th>
              <td>{day.orders}</td>
              <td>{money(day.gross_in_cents, lang)}</td>
              <td>{money(day.total_in_cents, lang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
