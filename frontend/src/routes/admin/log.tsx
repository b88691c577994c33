import { Link } from 'react-router';
import type { Log as LogList, LogEntry } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { Named } from '../../features/desk/order-parts';
import { shopTime, useClock } from '../../features/desk/when';
import { actName, factsOf, subjectName, type Fact } from '../../features/desk/log-detail';
import { pictureName } from '../../features/desk/site-pictures';
import { useLang, useTranslation } from '../../i18n';

/** Who did what, when and from where. */
export function Log() {
  const { t } = useTranslation();
  const kinds = ['order', 'withdrawal', 'return', 'quote', 'message', 'comment', 'product', 'stock', 'tariff', 'setting', 'picture', 'proof', 'admin', 'mail', 'invoice'];
  const views: View[] = [
    { label: t('desk.all'), address: {} },
    ...kinds.map((act) => ({ label: t(`desk.log.kind.${act}`), address: { act } })),
  ];
  return (
    <DeskPage title={t('desk.place.log')}>
      <DeskList<LogList, 'entries'>
        api={deskApi.log}
        name="entries"
        search={t('desk.log.search')}
        views={views}
        empty={{ title: t('desk.log.none_title'), text: t('desk.log.none_text') }}
      >
        {(entries) => <Days entries={entries} />}
      </DeskList>
    </DeskPage>
  );
}

/** Entries under the day they are of. */
function Days({ entries }: { entries: LogEntry[] }) {
  const clock = useClock();
  const days = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const day = shopTime(entry.at).slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} className="stack" aria-label={clock.day(day)}>
      <h2 className="desk-log__day">{clock.day(day)}</h2>
      <ol className="desk-rows">
        {ofDay.map((entry) => (
          <li key={entry.seq} className="desk-log">
            <Entry {...entry} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

function Entry(entry: LogEntry) {
  const { at, actor, act } = entry;
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <>
      <p className="desk-log__what">
        <strong>
          <Named text={actName(`desk.act.${act}`, act, (entry.detail as { carrier?: string } | null)?.carrier)} name={act} />
        </strong>{' '}
        <Subject entry={entry} />
      </p>
      <time className="muted numeric" dateTime={at} title={clock.moment(at)}>
        {clock.time(at)}
      </time>
      <Detail entry={entry} />
      <p className="desk-log__who muted">
        {actor.kind !== 'admin' && t(`desk.actor.${actor.kind}`)} {actor.kind !== 'system' && <bdi>{actor.label}</bdi>}
        {actor.from && (
          <>
            {' · '}
            <bdi dir="ltr">{actor.from}</bdi>
          </>
        )}
      </p>
    </>
  );
}

/** What it was done to, as people call it, and the way there. */
function Subject({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const { act, subject: id } = entry;
  const kind = act.split('.')[0] ?? '';
  const called = kind === 'picture' ? pictureName(id, t) : subjectName(entry, t);
  if (called === null) return null;
  const to = entry.is_there ? places[kind]?.(id) : undefined;
  const text = <bdi className="numeric">{called}</bdi>;
  return to === undefined ? text : <Link to={to}>{text}</Link>;
}

/** Where to look at what an act was done to, by its kind. */
const places: Record<string, (id: string) => string> = {
  order: deskPaths.order,
  product: deskPaths.product,
  quote: (id) => deskPaths.inquiry('quotes', id),
  message: (id) => deskPaths.inquiry('messages', id),
  complaint: (id) => deskPaths.inquiry('messages', id),
  withdrawal: deskPaths.withdrawal,
  return: deskPaths.withdrawal,
};

/** As many values of a fact are seen at once. */
const fewValues = 3;

/** The facts of an act; what people wrote reads in its own direction. */
function Detail({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const lang = useLang();
  const facts = factsOf(entry, t, lang);
  if (facts.length === 0) return null;
  return (
    <ul className="desk-log__detail">
      {facts.map((fact) => (
        <FactLine key={fact.name} {...fact} />
      ))}
    </ul>
  );
}

/** On one line while it is short; else its first values, and the others once somebody wants to see them. */
function FactLine({ name, values }: Fact) {
  const { t } = useTranslation();
  const list = (some: string[]) => (
    <ul>
      {some.map((value, at) => (
        <li key={at}>
          <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  );
  if (values.length === 1 || (values.length <= fewValues && values.join('').length < 60)) {
    return (
      <li>
        {name}: <bdi>{values.join(t('common.comma'))}</bdi>
      </li>
    );
  }
  const rest = values.slice(fewValues);
  return (
    <li>
      {name}:{list(values.slice(0, fewValues))}
      {rest.length > 0 && (
        <details>
          <summary>{t('desk.log.more', { count: rest.length })}</summary>
          {list(rest)}
        </details>
      )}
    </li>
  );
}
