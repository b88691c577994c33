import { useParams } from 'react-router';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { CommentBox } from './comment-box';
import { CommentList } from './comment-list';

/** What customers say of a product, and where to say something. */
export function Comments() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { comments_from_buyers: fromBuyers } = useSite();
  return (
    <section className="comments section" aria-labelledby="comments-title">
      <h2 className="section__title" id="comments-title">
        {t('comments.title')}
      </h2>
      <details className="comments__how">
        <summary>{t('comments.how_short')}</summary>
        <p className="muted">
          {t('comments.how')}
          {fromBuyers && ` ${t('comments.only_buyers')}`}
        </p>
      </details>
      <CommentList productId={id} />
      <CommentBox productId={id} />
    </section>
  );
}
