import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import type { MissedSearch } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button, buttonClass } from '../../ui/button';
import { deskApi, deskPaths } from './desk-paths';
import { useAct } from './use-act';
import { useClock } from './when';

/** How long a search can be taken back onto the list, in milliseconds. */
const undoTime = 10_000;

/** What was looked for in vain, to be sold or put aside. */
export function MissedSearches({ searches, reload }: { searches: MissedSearch[]; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const clock = useClock();
  const { busy, run } = useAct();
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();

  const move = (text: string, dismissed: boolean) => api.post(deskApi.missedSearches, { text, dismissed });

  async function dismiss(text: string) {
    const undo = async () => {
      if (await run(text, () => move(text, false), { failed: t('desk.visits.failed') })) await reload();
    };
    const action = { label: t('common.undo'), onClick: () => void undo() };
    const done = { title: t('desk.visits.dismissed'), duration: undoTime, action };
    if (!(await run(text, () => move(text, true), { done, failed: t('desk.visits.failed') }))) return;
    await reload();
    // The button that was pressed is gone.
    title.current?.focus();
  }

  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 className="panel__title" id={id} ref={title} tabIndex={-1}>
        {t('desk.visits.searches')}
      </h2>
      <p className="muted">{t(searches.length > 0 ? 'desk.visits.searches_lead' : 'desk.visits.searches_none')}</p>
      <ul className="desk-rows">
        {searches.map(({ text, how_many: count, last_day: day }) => (
          <li key={text} className="desk-missed">
            <p>
              <strong>
                <bdi>{text}</bdi>
              </strong>{' '}
              <span className="muted">
                {t('desk.visits.times', { count })} · {t('desk.visits.last_day', { date: clock.date(day) })}
              </span>
            </p>
            <div className="desk-acts">
              <Link className={buttonClass('secondary')} to={deskPaths.newProductCalled(text)}>
                <Plus aria-hidden="true" />
                {t('desk.visits.make')}
                <span className="visually-hidden">: {text}</span>
              </Link>
              <Button variant="ghost" busy={busy === text} onClick={() => void dismiss(text)}>
                <X aria-hidden="true" />
                {t('desk.visits.dismiss')}
                <span className="visually-hidden">: {text}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
