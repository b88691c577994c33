import { Link } from 'react-router';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { money } from '../../ui/format';
import type { CartLine } from '../cart/cart';
import { isMade, lineKey, makingDays, unitPrice } from '../cart/rules';
import { ArrivalNote } from '../catalogue/arrival';
import { ProductPicture } from '../catalogue/product-picture';

type Props = {
  lines: CartLine[];
  /** Cents, without and with delivery. */
  items: number;
  total: number;
};

/** Everything that will be charged, line by line, and what it comes to. */
export function OrderSummary({ lines, items, total }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const shipping = total - items;
  return (
    <>
      <ul className="goods checkout__goods">
        {lines.map((line) => (
          <SummaryLine key={lineKey(line)} line={line} />
        ))}
      </ul>
      <Link to={paths.cart}>{t('checkout.edit_cart')}</Link>
      <dl className="sums numeric">
        <div>
          <dt>{t('checkout.items')}</dt>
          <dd>{money(items, lang)}</dd>
        </div>
        <div>
          <dt>{t('checkout.shipping')}</dt>
          <dd>{shipping === 0 ? t('checkout.shipping_free') : money(shipping, lang)}</dd>
        </div>
        <div className="sums__total">
          <dt>
            {t('checkout.total')} <small className="muted">{t('checkout.tax_included')}</small>
          </dt>
          <dd>{money(total, lang)}</dd>
        </div>
      </dl>
      <ArrivalNote isMade={lines.some(isMade)} making={makingDays(lines)} />
    </>
  );
}

function SummaryLine({ line }: { line: CartLine }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { product, variant, quantity, custom_field_values = [] } = line;
  return (
    <li className="goods__line">
      <ProductPicture className="goods__image" url={product.image} alt="" place="small" />
      <div className="goods__text">
        <strong>{product.title}</strong>
        {variant.title !== product.title && (
          <span className="muted">
            <bdi>{variant.title}</bdi>
          </span>
        )}
        {custom_field_values.map(({ id, title, value }) => (
          <span key={id} className="muted">
            {title}: <bdi>{value}</bdi>
          </span>
        ))}
        {isMade(line) && <span className="muted">{t('product.no_returns')}</span>}
        <span className="muted numeric">
          {quantity} × {money(unitPrice(variant), lang)}
        </span>
      </div>
      <span className="goods__price numeric">{money(unitPrice(variant) * quantity, lang)}</span>
    </li>
  );
}
