import { useState } from 'react';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Comment, CommentList as Answer } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { ErrorBox } from '../../ui/empty';
import { Spinner } from '../../ui/spinner';
import { useAlive } from '../../ui/use-alive';
import { timeAgo } from './time-ago';

/** What comes with the page, and what each press of the button adds. */
const first = 5;
const more = 20;

/** When the reader came, in Unix milliseconds; `null` while the page is what the server sent. */
function useNow(): number | null {
  const [now] = useState(Date.now);
  return useAlive() ? now : null;
}

/** The approved comments on a product, newest first, a part at a time. */
export function CommentList({ productId }: { productId: string }) {
  const [parts, setParts] = useState(1);
  const now = useNow();
  return Array.from({ length: parts }, (_, part) => (
    <CommentListPart
      key={part}
      path={resourcePaths.comments(productId, part === 0 ? first : more, part === 0 ? 0 : first + (part - 1) * more)}
      now={now}
      onMore={part === parts - 1 ? () => setParts(parts + 1) : undefined}
    />
  ));
}

type PartProps = { path: string; now: number | null; onMore?: () => void };

/** `onMore` is given to the last part. */
function CommentListPart({ path, now, onMore }: PartProps) {
  const { t } = useTranslation();
  const { data, error, reload } = useResource<Answer>(path);
  if (error) {
    return (
      <ErrorBox title={t('comments.error')} text={t(error.status === 0 ? 'comments.unreachable' : 'comments.load_failed')}>
        <Button variant="secondary" onClick={() => void reload()}>
          {t('common.retry')}
        </Button>
      </ErrorBox>
    );
  }
  if (!data) return <Spinner label={t('common.loading')} />;
  if (data.count === 0) return <p className="muted">{t('comments.none')}</p>;
  return (
    <>
      <ul className="comments__list">
        {data.comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} now={now} />
        ))}
      </ul>
      {onMore && data.count > data.offset + data.limit && (
        <Button variant="secondary" onClick={onMore}>
          {t('comments.more')}
        </Button>
      )}
    </>
  );
}

function CommentItem({ comment, now }: { comment: Comment; now: number | null }) {
  const { t } = useTranslation();
  const { brand } = useSite();
  return (
    <li className="comment">
      <p className="comment__by">
        <strong>
          <bdi>{comment.author ?? t('comments.anonymous')}</bdi>
        </strong>{' '}
        <time className="muted" dateTime={comment.created_at}>
          {timeAgo(comment.created_at, now, t)}
        </time>
      </p>
      {comment.verified && (
        <p className="comment__bought">
          {comment.stars && (
            <>
              <span className="stars__star" aria-hidden="true">
                {'★'.repeat(comment.stars)}
              </span>
              <span className="visually-hidden">{t('comments.stars', { count: comment.stars })}</span>{' '}
            </>
          )}
          <span className="muted">{t('comments.verified')}</span>
        </p>
      )}
      {/* In whatever language they wrote. */}
      <p className="comment__text" lang="" dir="auto">
        {comment.content}
      </p>
      {comment.reply && (
        <div className="comment__reply">
          <p>
            <strong>{t('comments.reply', { brand })}</strong>
          </p>
          <p className="comment__text" lang="" dir="auto">
            {comment.reply}
          </p>
        </div>
      )}
    </li>
  );
}
