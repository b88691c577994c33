import type { Rating } from '../../api/types';
import { useTranslation } from '../../i18n';
import { decimal } from '../../ui/format';

type Props = {
  /** What buyers gave; nothing is shown while there is none. */
  rating: Rating | null | undefined;
};

/** The average of the stars somebody gave, and how many did. */
export function Stars({ rating }: Props) {
  const { t, lang } = useTranslation();
  if (!rating) return null;
  const average = decimal(rating.average, lang);
  return (
    <p className="stars">
      <span aria-hidden="true">
        <span className="stars__star">★</span> <strong>{average}</strong> <span className="muted">({rating.count})</span>
      </span>
      <span className="visually-hidden">{t('stars.said', { average, count: rating.count })}</span>
    </p>
  );
}
