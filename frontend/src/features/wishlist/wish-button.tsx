import HeartIcon from 'lucide-react/icons/heart';
import { useTranslation } from '../../i18n';
import { useWish } from './use-wish';
import { useWishes } from './wishes';

export type Props = { productId: string; title: string };

/** A heart that puts a product on the wish list; pressed while it is there. */
export function WishButton({ productId, title }: Props) {
  const { t } = useTranslation();
  const change = useWish();
  const isWanted = useWishes().includes(productId);
  return (
    <button
      type="button"
      className="icon-button heart"
      aria-pressed={isWanted}
      aria-label={t('wishlist.heart', { title })}
      title={t('wishlist.title')}
      onClick={() => change(productId, title, !isWanted)}
    >
      <HeartIcon aria-hidden="true" />
    </button>
  );
}
