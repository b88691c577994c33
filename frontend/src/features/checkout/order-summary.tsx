import Trash2 from 'lucide-react/icons/trash-2';
import { Link } from 'react-router';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { IconButton } from '../../ui/button';
import { money } from '../../ui/format';
import { removeFromCart, useCart, type CartLine } from '../cart/cart';
import { isMade, lineKey, makingDays, unitPrice } from '../cart/rules';
import { ArrivalNote } from '../catalogue/arrival';
import { ProductPicture } from '../catalogue/product-picture';

/** What is bought, line by line, and when it comes; what is not sold any more stays until it is taken out. */
export function Goods({ lines }: { lines: CartLine[] }) {
  const { t } = useTranslation();
  const missing = useCart().filter((line) => line.missing !== undefined);
  return (
    <>
      <ul className="goods checkout__goods">
        {[...missing, ...lines].map((line) => (
          <SummaryLine key={lineKey(line)} line={line} />
        ))}
      </ul>
      <Link to={paths.cart}>{t('checkout.edit_cart')}</Link>
      <ArrivalNote isMade={lines.some(isMade)} making={makingDays(lines)} />
    </>
  );
}

/** What it comes to, in cents: `items` without delivery, `total` with it. */
export function Sums({ items, total }: { items: number; total: number }) {
  const { t, lang } = useTranslation();
  const shipping = total - items;
  return (
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
  );
}

function SummaryLine({ line }: { line: CartLine }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { product, variant, quantity, missing, custom_field_values = [] } = line;
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
        {missing === undefined ? (
          <span className="muted numeric">
            {quantity} × {money(unitPrice(variant), lang)}
          </span>
        ) : (
          <span className="cart-line__missing">{t(`cart.missing.${missing}`)}</span>
        )}
      </div>
      {missing === undefined ? (
        <span className="goods__price numeric">{money(unitPrice(variant) * quantity, lang)}</span>
      ) : (
        <IconButton label={t('cart.remove', { title: product.title })} onClick={() => removeFromCart(lineKey(line))}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
