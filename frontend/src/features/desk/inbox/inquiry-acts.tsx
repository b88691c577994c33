import Archive from 'lucide-react/icons/archive';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import StickyNote from 'lucide-react/icons/sticky-note';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../api/client';
import type { InquiryBody, InquiryStatus } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/text-field';
import { ActDialog } from '../act-dialog';
import { deskApi, deskPaths, type InboxKind } from '../desk-paths';
import { HowTo } from '../guide/how-to';
import { useAct } from '../use-act';
import { AskStars } from './ask-stars';
import { EndComplaint } from './complaint';

type Props = { kind: InboxKind; inquiry: InquiryBody; reload: () => Promise<void> };

/** What can be done besides answering: note something, say how far it is, and delete it. */
export function InquiryActs({ kind, inquiry: { id, status, complaint }, reload }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const navigate = useNavigate();
  const [noting, setNoting] = useState(false);
  const [deleting, setDeleting] = useState(false);

  const [ending, setEnding] = useState<InquiryStatus | null>(null);
  const waits = complaint && !complaint.ended;

  async function become(next: InquiryStatus) {
    if (waits && next !== 'new') return setEnding(next);
    const said = { done: { title: t(`desk.inbox.become_done.${next}`) }, failed: t('desk.inbox.become_failed') };
    const work = () => api.post(deskApi.inquiryAct(kind, id, 'status'), { status: next });
    if (await run(next, work, said)) await reload();
  }
  const button = (next: InquiryStatus, icon: ReactNode, isDone = false) => (
    <Button block variant="secondary" busy={busy === next} aria-disabled={isDone} onClick={() => !isDone && void become(next)}>
      {icon}
      {t(`desk.inbox.become.${next}`)}
    </Button>
  );
  return (
    <section className="panel stack" aria-label={t('desk.order.acts')}>
      <Button block variant="secondary" onClick={() => setNoting(true)}>
        <StickyNote aria-hidden="true" />
        {t('desk.order.note')}
      </Button>
      {/* They keep their places: a second tap must not meet another act. */}
      {button('answered', <CircleCheckBig aria-hidden="true" />, status !== 'new')}
      {button('closed', <Archive aria-hidden="true" />, status === 'closed')}
      {status !== 'new' && button('new', <RotateCcw className="flip" aria-hidden="true" />)}
      {kind === 'quotes' && <HowTo act="request" block />}
      {complaint && <HowTo act="complaint" block />}
      {waits ? (
        <p className="muted">{t('desk.inbox.delete_later')}</p>
      ) : (
        <Button block variant="danger" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" />
          {t('desk.inbox.delete')}
        </Button>
      )}
      {/* Last, for it comes after the others. */}
      {kind === 'quotes' && status === 'closed' && <AskStars quoteId={id} />}
      {complaint && <EndComplaint id={id} next={ending} onClose={() => setEnding(null)} onDone={reload} />}
      <ActDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={t(`desk.inbox.delete_title.${complaint ? 'complaint' : kind}`)}
        submit={t('desk.inbox.delete')}
        danger
        send={() => api.delete(deskApi.inquiry(kind, id))}
        done={t('desk.inbox.delete_done')}
        failed={t('desk.inbox.delete_failed')}
        onDone={() => navigate(deskPaths.inboxOf(kind), { replace: true })}
      >
        {() => <p>{complaint ? t('desk.inbox.delete_text_complaint', { key: complaint.key }) : t('desk.inbox.delete_text')}</p>}
      </ActDialog>
      <ActDialog
        open={noting}
        onClose={() => setNoting(false)}
        title={t('desk.order.note')}
        submit={t('desk.order.note_yes')}
        send={({ text }) => api.post(deskApi.inquiryAct(kind, id, 'note'), { text })}
        done={t('desk.order.note_done')}
        failed={t('desk.order.note_failed')}
        onDone={reload}
      >
        {(errors) => (
          <TextField
            label={t('desk.order.note_label')}
            name="text"
            rows={4}
            required
            maxLength={2000}
            hint={t('desk.inbox.note_hint')}
            error={errors.text}
          />
        )}
      </ActDialog>
    </section>
  );
}
