import Reply from 'lucide-react/icons/reply';
import { useState } from 'react';
import { api } from '../../api/client';
import type { Comment } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import { ActDialog } from './act-dialog';
import { deskApi } from './desk-paths';
import { useAct } from './use-act';

type Props = { comment: Comment; reload: () => Promise<void> };

/** The firm's answer below a comment that everybody reads. */
export function CommentReply({ comment, reload }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [writing, setWriting] = useState(false);
  const path = `${deskApi.comment(comment.id)}/reply`;
  // What nobody has judged yet is published with its answer.
  const isPending = comment.status === 'pending';
  const canReply = comment.status === 'approved' || isPending;
  const remove = async () => {
    const said = { done: { title: t('desk.comments.reply_removed') }, failed: t('desk.comments.failed') };
    if (await run('remove', () => api.delete(path), said)) await reload();
  };
  return (
    <>
      {comment.reply && (
        <blockquote className="notice desk-comment__text" dir="auto">
          {comment.reply}
        </blockquote>
      )}
      {(canReply || comment.reply) && (
        <div className="desk-acts">
          {canReply && (
            <Button variant="secondary" onClick={() => setWriting(true)}>
              <Reply className="flip" aria-hidden="true" />
              {t(isPending ? 'desk.comments.reply_first' : comment.reply ? 'desk.comments.reply_edit' : 'desk.comments.reply')}
            </Button>
          )}
          {comment.reply && (
            <Button variant="ghost" busy={busy === 'remove'} onClick={() => void remove()}>
              {t('desk.comments.reply_remove')}
            </Button>
          )}
        </div>
      )}
      <ActDialog
        open={writing}
        onClose={() => setWriting(false)}
        title={t(isPending ? 'desk.comments.reply_first' : 'desk.comments.reply')}
        submit={t(isPending ? 'desk.comments.reply_first' : 'desk.comments.reply_send')}
        send={({ text = '' }) => api.put(path, { text, publish: isPending })}
        done={t(isPending ? 'desk.comments.reply_first_done' : 'desk.comments.reply_done')}
        failed={t('desk.comments.failed')}
        onDone={reload}
      >
        {(errors) => (
          <>
            <CommentAsked comment={comment} />
            <TextField
              label={t('desk.comments.reply_label')}
              name="text"
              rows={4}
              required
              maxLength={2000}
              dir="auto"
              defaultValue={comment.reply ?? undefined}
              hint={t('desk.comments.reply_hint')}
              error={errors.text}
            />
          </>
        )}
      </ActDialog>
    </>
  );
}

/** The comment a window asks about, the beginning of a long one. */
export function CommentAsked({ comment }: { comment: Comment }) {
  return (
    <blockquote className="desk-comment__text desk-comment__asked" dir="auto">
      {comment.content}
    </blockquote>
  );
}
