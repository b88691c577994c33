import MessageSquareText from 'lucide-react/icons/message-square-text';
import type { CommentList } from '../../api/types';
import { CommentQueue } from '../../features/desk/comment-queue';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi } from '../../features/desk/desk-paths';
import { useTranslation } from '../../i18n';

/** What customers wrote about products: first what waits to be read. */
export function Comments() {
  const { t } = useTranslation();
  const views: View[] = [
    { label: t('desk.comments.pending'), address: {}, ask: { status: 'pending' } },
    { label: t('desk.comments.approved'), address: { status: 'approved' } },
    { label: t('desk.comments.rejected'), address: { status: 'rejected' } },
    { label: t('desk.all'), address: { status: 'all' }, ask: {} },
  ];
  return (
    <DeskPage title={t('desk.place.comments')}>
      <DeskList<CommentList, 'comments'>
        api={deskApi.comments}
        name="comments"
        search={t('desk.comments.search')}
        views={views}
        empty={{
          art: <MessageSquareText size={48} strokeWidth={1.25} />,
          title: t('desk.comments.none_title'),
          text: t('desk.comments.none_text'),
        }}
      >
        {(comments, reload) => <CommentQueue comments={comments} reload={reload} />}
      </DeskList>
    </DeskPage>
  );
}
