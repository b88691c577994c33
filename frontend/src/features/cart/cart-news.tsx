import { useTranslation } from '../../i18n';
import { newsText } from './news-text';
import type { CartNews } from './rules';

/** What changed in the shop since the lines of the cart were added; nothing while nothing did. */
export function CartNewsNote({ news }: { news: CartNews[] }) {
  const { t } = useTranslation();
  if (news.length === 0) return null;
  return (
    <div className="notice notice--attention cart-news" role="status">
      <p>
        <strong>{t('cart.changed')}</strong>
      </p>
      <ul>
        {news.map((item) => (
          <li key={`${item.kind} ${item.product} ${item.variant}`}>{newsText(t, item)}</li>
        ))}
      </ul>
    </div>
  );
}
