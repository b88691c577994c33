import Star from 'lucide-react/icons/star';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { OrderRating } from '../../api/types';
import { useTranslation } from '../../i18n';
import { buttonClass } from '../../ui/button';

/** The way to give stars, while that is open. Its link carries a key, which the page takes out of its address at once. */
export function RateOrder({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const { data } = useResource<OrderRating>(resourcePaths.orderRating(orderId));
  if (!data?.url) return null;
  return (
    <a className={buttonClass('secondary', true)} href={data.url}>
      <Star aria-hidden="true" />
      {t('order.rate')}
    </a>
  );
}
