import { useParams } from 'react-router';
import { useTranslation } from '../../i18n';
import { CommentBox } from './comment-box';
import { CommentList } from './comment-list';

/** What customers say of a product, and where to say something. */
export function Comments() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  return (
    <section className="comments section" aria-labelledby="comments-title">
      <h2 className="section__title" id="comments-title">
        {t('comments.title')}
      </h2>
      <p className="muted">{t('comments.how')}</p>
      <CommentList productId={id} />
      <CommentBox productId={id} />
    </section>
  );
}
