import type { MouseEvent } from 'react';
import type { DeskOrderEvent } from '../../api/types';
import { useTranslation } from '../../i18n';
import { showSection } from '../site/use-navigation-effects';

/** What the title of an order's history is found by. */
export const historyId = 'history';

/** The last words of the owner about the order, the beginning of many; all of them stand in its history. */
export function LatestNote({ events }: { events: DeskOrderEvent[] }) {
  const { t } = useTranslation();
  const latest = events.findLast((event) => event.note);
  if (!latest) return null;
  const title = t(latest.kind.startsWith('refund') ? 'desk.order.refund_note' : 'desk.order.latest_note');
  // The address stays, and with it the way back to the list.
  const jump = (event: MouseEvent) => {
    event.preventDefault();
    showSection(historyId);
  };
  return (
    <section className="notice" aria-label={title}>
      <strong>{title}</strong>
      <p className="desk-note__text" dir="auto">
        {latest.note}
      </p>
      <a href={`#${historyId}`} onClick={jump}>
        {t('desk.history')}
      </a>
    </section>
  );
}
