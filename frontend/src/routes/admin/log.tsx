import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Log as LogList, LogEntry } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { Named } from '../../features/desk/order-parts';
import { useClock } from '../../features/desk/when';
import { factsOf } from '../../features/desk/log-detail';
import { useLang, useTranslation } from '../../i18n';

/** Who did what, when and from where. */
export function Log() {
  const { t } = useTranslation();
  const kinds = ['order', 'quote', 'message', 'comment', 'product', 'stock', 'tariff', 'setting', 'picture', 'admin', 'mail', 'invoice'];
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
        {(entries) => (
          <ol className="desk-rows">
            {entries.map((entry) => (
              <li key={entry.seq} className="desk-log">
                <Entry {...entry} />
              </li>
            ))}
          </ol>
        )}
      </DeskList>
    </DeskPage>
  );
}

function Entry(entry: LogEntry) {
  const { at, actor, act, subject } = entry;
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <>
      <p className="desk-log__what">
        <strong>
          <Named text={`desk.act.${act}`} name={act} />
        </strong>{' '}
        <Subject act={act} id={subject} />
      </p>
      <time className="muted" dateTime={at}>
        {clock.moment(at)}
      </time>
      <p className="desk-log__who muted">
        {actor.kind !== 'admin' && `${t(`desk.actor.${actor.kind}`)} `}
        <bdi>{actor.label}</bdi>
        {actor.from && (
          <>
            {' · '}
            <bdi dir="ltr">{actor.from}</bdi>
          </>
        )}
      </p>
      <Detail entry={entry} />
    </>
  );
}

/** Where to look at what it was done to. */
function Subject({ act, id }: { act: string; id: string }) {
  const kind = act.split('.')[0];
  if (kind === 'setting') return <Named text={`desk.settings.key.${id}`} name={id} />;
  const short = <bdi className="numeric">{id.slice(0, 8)}</bdi>;
  if (kind === 'order') return <Link to={deskPaths.order(id)}>{short}</Link>;
  if (kind === 'quote') return <Link to={deskPaths.inquiry('quotes', id)}>{short}</Link>;
  if (kind === 'message') return <Link to={deskPaths.inquiry('messages', id)}>{short}</Link>;
  if (kind === 'product') return <Link to={deskPaths.product(id)}>{short}</Link>;
  if (kind === 'invoice') return <bdi className="numeric">{id}</bdi>;
  return short;
}

/** The facts of an act; what people wrote reads in its own direction. */
function Detail({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const lang = useLang();
  const facts = factsOf(entry, t, lang);
  if (facts.length === 0) return null;
  return (
    <p className="desk-log__detail">
      {facts.map(([name, value], index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          {name}: <bdi>{value}</bdi>
        </Fragment>
      ))}
    </p>
  );
}
