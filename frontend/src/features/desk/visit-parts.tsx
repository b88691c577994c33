import { useId } from 'react';
import type { VisitsOfDay } from '../../api/types';
import { useTranslation } from '../../i18n';
import { useClock } from './when';

type Row = { name: string; count: number };

/** Numbers side by side, each with a bar as long as it is large. */
export function Bars({ title, rows, isOrdered }: { title: string; rows: Row[]; isOrdered?: boolean }) {
  const id = useId();
  const most = Math.max(...rows.map(({ count }) => count), 1);
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 className="panel__title" id={id}>
        {title}
      </h2>
      <List className="desk-bars">
        {rows.map(({ name, count }) => (
          <li key={name}>
            <span>{name}</span> <strong className="numeric">{count}</strong>
            <progress className="desk-bars__bar" aria-hidden="true" max={most} value={count} />
          </li>
        ))}
      </List>
    </section>
  );
}

/** Each day with its figures, the newest first. */
export function DaysOfVisits({ days }: { days: VisitsOfDay[] }) {
  const { t } = useTranslation();
  const clock = useClock();
  const id = useId();
  const heads = ['day', 'pages', 'calls', 'chats'];
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 className="panel__title" id={id}>
        {t('desk.visits.days')}
      </h2>
      <div className="desk-table desk-visits__days" tabIndex={0} role="group" aria-labelledby={id}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(head === 'day' ? 'desk.visits.day' : `desk.visits.${head}_head`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="numeric">
            {days.toReversed().map(({ date, pages, calls, chats }) => (
              <tr key={date}>
                <th scope="row">{clock.day(date)}</th>
                <td>{pages}</td>
                <td>{calls}</td>
                <td>{chats}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
