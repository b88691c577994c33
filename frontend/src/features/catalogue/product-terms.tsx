import RotateCcw from 'lucide-react/icons/rotate-ccw';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Truck from 'lucide-react/icons/truck';
import { Link } from 'react-router';
import { useSite } from '../../api/site';
import type { Product } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { money } from '../../ui/format';
import { useArrival } from './arrival';
import { isMade } from './choices';

type Props = {
  product: Product;
  isInStock: boolean;
  /** Cents of what would be put into the cart. */
  cents: number;
};

/** What comes along with buying it: delivery, the way back, the guarantee. */
export function ProductTerms({ product, isInStock, cents }: Props) {
  const { t } = useTranslation();
  const made = isMade(product);
  return (
    <ul className="terms" aria-label={t('product.conditions')}>
      {product.purchasable && (
        <>
          {isInStock && <Delivery cents={cents} making={made ? (product.making_days ?? 0) : null} />}
          <li>
            <RotateCcw aria-hidden="true" />
            {made ? <span>{t('product.no_returns')}</span> : <Link to={paths.shippingReturns}>{t('product.returns')}</Link>}
          </li>
        </>
      )}
      <li>
        <ShieldCheck aria-hidden="true" />
        <span>
          {t('product.guarantee')}
          {product.guarantee && <small>{product.guarantee.formatted}</small>}
        </span>
      </li>
    </ul>
  );
}

/** By when it arrives, and what that costs. What is made for its buyer takes its time before it leaves: so many days, 0 for who knows. */
function Delivery({ cents, making }: { cents: number; making: number | null }) {
  const { t, lang } = useTranslation();
  const { shipping } = useSite();
  const arrival = useArrival(making, (days) => (days ? t('product.made_arrives', days) : t('product.made')));
  const rate = { cost: money(shipping.flat_in_cents, lang), free: money(shipping.free_from_in_cents, lang) };
  return (
    <li>
      <Truck aria-hidden="true" />
      <span>
        {arrival !== null && <strong>{arrival}</strong>}
        <small>{cents >= shipping.free_from_in_cents ? t('delivery.free') : t('delivery.rate', rate)}</small>
      </span>
    </li>
  );
}
