// Of a message that is a complaint: by when it is answered, and what is asked when it is closed without an answer.

import { Link } from 'react-router';
import { api } from '../../../api/client';
import { useResource } from '../../../api/resource';
import type { Complaint, DeskOrderList, InquiryStatus } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { SelectField, TextField } from '../../../ui/text-field';
import { ActDialog } from '../act-dialog';
import { deskApi, deskPaths } from '../desk-paths';
import { useClock } from '../when';

/** How many days are left, or how many it is late, in words; once it has come to its end, how. */
export function DueNote({ complaint: { days_left: left, ended, in_time: inTime } }: { complaint: Complaint }) {
  const { t } = useTranslation();
  if (ended) {
    return (
      <span className="muted">
        {t(`desk.inbox.ended.${ended}`)}
        {ended !== 'unanswered' && `, ${t(inTime ? 'desk.inbox.ended_in_time' : 'desk.inbox.ended_late')}`}
      </span>
    );
  }
  if (left === null || left === undefined) return null;
  return (
    <span className="desk-due" data-late={left < 0 || undefined} data-soon={(left >= 0 && left <= 3) || undefined}>
      {left < 0 ? t('desk.inbox.overdue', { count: -left }) : left === 0 ? t('desk.inbox.due_today') : t('desk.inbox.due_left', { count: left })}
    </span>
  );
}

/** The order of a complaint and by when it is answered. */
export function ComplaintHead({ complaint }: { complaint: Complaint }) {
  const { t } = useTranslation();
  const clock = useClock();
  return (
    <p className="row desk-order__state">
      {complaint.order && (
        <span>
          {t('desk.inbox.complaint_about')}: <bdi>{complaint.order}</bdi> <OrderMeant typed={complaint.order} />
        </span>
      )}
      {!complaint.ended && <span>{t('desk.inbox.due_on', { date: clock.day(complaint.due_on) })}</span>}
      <DueNote complaint={complaint} />
    </p>
  );
}

/** The order that somebody typed, where there is one of that number; the form does not tell them whether there is. */
function OrderMeant({ typed }: { typed: string }) {
  const { t } = useTranslation();
  const { data } = useResource<DeskOrderList>(`${deskApi.orders}?${new URLSearchParams({ q: typed.trim().slice(0, 100), limit: '2' }).toString()}`);
  const [order, another] = data?.orders ?? [];
  if (!data) return null;
  if (!order) return <span className="muted">({t('desk.inbox.order_unknown')})</span>;
  if (another) return <Link to={deskPaths.ordersWith({ q: typed })}>{t('desk.inbox.orders_meant')}</Link>;
  return <Link to={deskPaths.order(order.id)}>{t('desk.inbox.order_meant')}</Link>;
}

type Props = {
  id: string;
  /** What it is to become; null while nothing is asked. */
  next: InquiryStatus | null;
  onClose: () => void;
  onDone: () => Promise<void>;
};

/** Asks how a complaint was answered that no mail has answered. */
export function EndComplaint({ id, next, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const status = next ?? 'closed';
  return (
    <ActDialog
      open={next !== null}
      onClose={onClose}
      title={t('desk.inbox.end_title')}
      submit={t(status === 'closed' ? 'desk.inbox.end_close' : `desk.inbox.become.${status}`)}
      send={({ how, text }) =>
        api.post(deskApi.inquiryAct('messages', id, 'status'), { status, note: text, answered: how !== 'unanswered' })
      }
      done={t(`desk.inbox.become_done.${status}`)}
      failed={t('desk.inbox.become_failed')}
      onDone={onDone}
    >
      {(errors) => (
        <>
          <p>{t('desk.inbox.end_text')}</p>
          {status === 'closed' && (
            <SelectField label={t('desk.inbox.end_how')} name="how" error={errors.how}>
              <option value="otherwise">{t('desk.inbox.end_otherwise')}</option>
              <option value="unanswered">{t('desk.inbox.end_unanswered')}</option>
            </SelectField>
          )}
          <TextField label={t(status === 'closed' ? 'desk.inbox.end_note' : 'desk.inbox.end_said')} name="text" rows={4} required maxLength={2000} dir="auto" error={errors.text} />
        </>
      )}
    </ActDialog>
  );
}
