import Monitor from 'lucide-react/icons/monitor';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import Smartphone from 'lucide-react/icons/smartphone';
import { useRef, useState } from 'react';
import { api, ApiError } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { Resource } from '../../api/resource';
import type { ListedSession, SessionList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { LoadFailed } from '../../load-failed';
import { Button } from '../../ui/button';
import { clockTime, longDate } from '../../ui/format';
import { Spinner } from '../../ui/spinner';
import { toast } from '../../ui/toast';
import { useFailure } from '../account/use-failure';
import { deviceOf, isHandheld } from './device';

/** Where the account is signed in, and how to end that. */
export function SessionsPanel({ data, error, reload }: Resource<SessionList>) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">
        <MonitorSmartphone aria-hidden="true" /> {t('sessions.title')}
      </h2>
      <p className="muted">{t('sessions.text')}</p>
      {error && (
        <LoadFailed title={t('sessions.load_failed')} error={error} reload={reload} />
      )}
      {!data && !error && <Spinner label={t('common.loading')} />}
      {data && <Sessions sessions={data.sessions} reload={reload} />}
    </section>
  );
}

type ListProps = SessionList & { reload: () => Promise<void> };

function Sessions({ sessions, reload }: ListProps) {
  const { t } = useTranslation();
  // The id of the session that is being ended, or `others`.
  const [ending, setEnding] = useState<string | null>(null);
  const failed = useFailure(t('sessions.failed'));
  const list = useRef<HTMLUListElement>(null);

  async function end(what: string, call: () => Promise<unknown>, done: string) {
    setEnding(what);
    try {
      await call();
      toast({ title: done, variant: 'success' });
    } catch (error) {
      // One that is not there has ended already.
      if (!(error instanceof ApiError && error.code === 'not_found')) failed(error);
    }
    await reload();
    setEnding(null);
    // The button that was pressed is gone.
    list.current?.focus();
  }

  return (
    <>
      <ul className="sessions" ref={list} tabIndex={-1}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={ending === session.id}
            onEnd={() =>
              void end(session.id, () => api.delete(resourcePaths.sessionOf(session.id)), t('sessions.ended'))
            }
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="danger"
          busy={ending === 'others'}
          onClick={() => void end('others', () => api.post(resourcePaths.endOthers), t('sessions.others_ended'))}
        >
          {t('sessions.end_others')}
        </Button>
      )}
    </>
  );
}

type RowProps = { session: ListedSession; busy: boolean; onEnd: () => void };

function SessionRow({ session: { user_agent, last_seen_at, current }, busy, onEnd }: RowProps) {
  const { t } = useTranslation();
  const device = deviceOf(user_agent) ?? t('sessions.unknown');
  const when = { date: longDate(last_seen_at, t), time: clockTime(last_seen_at, t) };
  return (
    <li className="sessions__row">
      {isHandheld(user_agent) ? <Smartphone aria-hidden="true" /> : <Monitor aria-hidden="true" />}
      <div className="sessions__what">
        <strong>
          <bdi>{device}</bdi>
        </strong>
        {current ? (
          <span className="sessions__here">{t('sessions.current')}</span>
        ) : (
          <time className="muted" dateTime={last_seen_at}>
            {t('sessions.last_seen', when)}
          </time>
        )}
      </div>
      {!current && (
        <Button variant="secondary" busy={busy} aria-label={t('sessions.end_named', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
