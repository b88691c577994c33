import ThumbsUp from 'lucide-react/icons/thumbs-up';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client';
import type { Comment, CommentStatus } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button, IconButton } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { ActDialog } from './act-dialog';
import { CommentAsked, CommentReply } from './comment-reply';
import { deskApi, deskPaths } from './desk-paths';
import { useAct } from './use-act';
import { useClock } from './when';

/** How long a decision can be taken back, in milliseconds. */
const undoTime = 10_000;

/** What is asked about before it is done, and of which comments. */
type Asking = { what: 'reject' | 'delete'; ids: string[] };

type Props = { comments: Comment[]; reload: () => Promise<void> };

/** Comments to decide about, one by one or several at once. */
export function CommentQueue({ comments, reload }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [chosen, setChosen] = useState<string[]>([]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const asked = comments.filter(({ id }) => asking?.ids.includes(id));
  const here = chosen.filter((id) => comments.some((comment) => comment.id === id));

  const decide = (ids: string[], status: CommentStatus, reason?: string) =>
    api.post(deskApi.manyComments, { ids, status, ...(reason ? { reason } : {}) });

  async function afterwards() {
    setChosen([]);
    await reload();
    // The button that was pressed may be gone.
    list.current?.focus();
  }

  async function approve(ids: string[]) {
    const before = comments.filter(({ id }) => ids.includes(id));
    const back = async () => {
      for (const { id, status, reason } of before) {
        await api.patch(deskApi.comment(id), { status, ...(reason ? { reason } : {}) });
      }
    };
    const undo = async () => {
      if (await run('undo', back, { failed: t('desk.comments.failed') })) await reload();
    };
    const done = {
      title: t('desk.comments.approved_done', { count: ids.length }),
      duration: undoTime,
      action: { label: t('common.undo'), onClick: () => void undo() },
    };
    if (await run(ids.join(), () => decide(ids, 'approved'), { done, failed: t('desk.comments.failed') })) await afterwards();
  }

  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]));
  const acts = (ids: string[], of?: Comment) => (
    <CommentActs
      status={of?.status}
      busy={busy === ids.join()}
      onApprove={() => void approve(ids)}
      onReject={() => setAsking({ what: 'reject', ids })}
      onDelete={() => setAsking({ what: 'delete', ids })}
    />
  );

  return (
    <>
      <div className="desk-bulk" data-chosen={here.length > 0 || undefined}>
        <label className="desk-check">
          <input
            type="checkbox"
            checked={here.length === comments.length}
            onChange={() => setChosen(here.length === comments.length ? [] : comments.map(({ id }) => id))}
          />
          <span>{here.length > 0 ? t('desk.chosen', { count: here.length }) : t('desk.choose_all')}</span>
        </label>
        {here.length > 0 && acts(here)}
      </div>
      <ul className="desk-cards" ref={list} tabIndex={-1} aria-label={t('desk.place.comments')}>
        {comments.map((comment) => (
          <li key={comment.id} className="panel desk-comment">
            <CommentHead comment={comment} isChosen={here.includes(comment.id)} onToggle={() => toggle(comment.id)} />
            <p className="desk-comment__text" dir="auto">
              {comment.content}
            </p>
            {comment.reason && (
              <p className="notice">
                {t('desk.comments.reason')}: <bdi>{comment.reason}</bdi>
              </p>
            )}
            <div className="desk-comment__acts">
              <CommentReply comment={comment} reload={reload} />
              {acts([comment.id], comment)}
            </div>
          </li>
        ))}
      </ul>
      <ActDialog
        open={asking?.what === 'reject'}
        onClose={() => setAsking(null)}
        title={t('desk.comments.reject_title', { count: asking?.ids.length ?? 0 })}
        submit={t('desk.comments.reject')}
        send={({ reason = '' }) => decide(asking?.ids ?? [], 'rejected', reason)}
        done={t('desk.comments.rejected_done')}
        failed={t('desk.comments.failed')}
        onDone={afterwards}
      >
        {(errors) => (
          <>
            {asked.length === 1 && asked.map((comment) => <CommentAsked key={comment.id} comment={comment} />)}
            <TextField
              label={t('desk.comments.reason_label')}
              name="reason"
              rows={3}
              maxLength={500}
              hint={t('desk.comments.reason_hint')}
              error={errors.reason}
            />
          </>
        )}
      </ActDialog>
      <ActDialog
        open={asking?.what === 'delete'}
        onClose={() => setAsking(null)}
        title={t('desk.comments.delete_title', { count: asking?.ids.length ?? 0 })}
        submit={t('desk.delete')}
        danger
        send={() => api.post(deskApi.manyComments, { ids: asking?.ids ?? [], delete: true })}
        done={t('desk.comments.deleted_done')}
        failed={t('desk.comments.failed')}
        onDone={afterwards}
      >
        {() => <p>{t('desk.comments.delete_text')}</p>}
      </ActDialog>
    </>
  );
}

/** Whoever wrote it: their account, or the order they bought without one. */
const writerPath = ({ user_id: user, order_id: order }: Comment) =>
  user ? deskPaths.customer(user) : order ? deskPaths.order(order) : deskPaths.comments;

type HeadProps = { comment: Comment; isChosen: boolean; onToggle: () => void };

function CommentHead({ comment, isChosen, onToggle }: HeadProps) {
  const { t } = useTranslation();
  const clock = useClock();
  const author = comment.author ?? t('desk.comments.nameless');
  return (
    <div className="desk-comment__head">
      <label className="desk-check">
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <span className="visually-hidden">{t('desk.comments.choose', { author })}</span>
      </label>
      <p>
        <Link to={writerPath(comment)}>
          <bdi>{author}</bdi>
        </Link>{' '}
        {comment.stars && <span>{t('desk.comments.stars', { count: comment.stars })} </span>}
        {comment.verified && <span>{t('desk.comments.verified')} </span>}
        <span className="muted">
          {t('desk.comments.about')}{' '}
          <Link to={paths.product(comment.item_id)}>
            <bdi>{comment.product_title}</bdi>
          </Link>
        </span>
      </p>
      <time className="muted" dateTime={comment.created_at}>
        {clock.short(comment.created_at)}
      </time>
    </div>
  );
}

type ActsProps = {
  /** Of a single comment: what it is already need not be done. */
  status?: CommentStatus;
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
  onDelete: () => void;
};

function CommentActs({ status, busy, onApprove, onReject, onDelete }: ActsProps) {
  const { t } = useTranslation();
  return (
    <div className="desk-acts">
      {status !== 'approved' && (
        <Button busy={busy} onClick={onApprove}>
          <ThumbsUp aria-hidden="true" />
          {t('desk.comments.approve')}
        </Button>
      )}
      {status !== 'rejected' && (
        <Button variant="secondary" onClick={onReject}>
          <X aria-hidden="true" />
          {t('desk.comments.reject')}
        </Button>
      )}
      <IconButton className="desk-acts__delete" label={t('desk.delete')} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
