import { useLang, useTranslation } from '../../../i18n';
import { money } from '../../../ui/format';
import { ProductPicture } from '../../catalogue/product-picture';
import { deskPaths } from '../desk-paths';
import { RowLink } from '../row-link';
import type { ProductRow } from './wire';

/** Products of the list; a row leads to its editor. */
export function ProductRows({ products }: { products: ProductRow[] }) {
  return (
    <ul className="desk-products">
      {products.map((product) => (
        <li key={product.id} className="desk-product">
          <ProductPicture url={product.thumbnail} alt="" place="small" />
          <div className="desk-product__text">
            <RowLink className="desk-product__title" to={deskPaths.product(product.id)}>
              <bdi lang="es">{product.title}</bdi>
            </RowLink>
            <Marks product={product} />
          </div>
          <Figures product={product} />
        </li>
      ))}
    </ul>
  );
}

function Marks({ product: { status, is_hidden: isHidden, purchasable, variants, type } }: { product: ProductRow }) {
  const { t } = useTranslation();
  return (
    <p className="desk-product__marks">
      <span className="desk-mark" data-state={status}>
        {t(`desk.product.status_is.${status}`)}
      </span>
      {isHidden && <span className="desk-mark">{t('desk.products.is_hidden')}</span>}
      {!purchasable && <span className="desk-mark">{t('desk.products.not_sold')}</span>}
      {type !== '' && (
        <span className="muted">
          <bdi lang="es">{type}</bdi>
        </span>
      )}
      {variants > 1 && <span className="muted">{t('desk.products.variants', { count: variants })}</span>}
    </p>
  );
}

function Figures({ product: { price_in_cents: price, on_sale: isOnSale, stock, variants } }: { product: ProductRow }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <p className="desk-product__figures numeric">
      <strong>
        {variants > 1 ? t('desk.products.from', { price: money(price, lang) }) : money(price, lang)}
      </strong>
      {isOnSale && (
        <span className="desk-mark" data-state="sale">
          {t('desk.products.on_sale')}
        </span>
      )}
      <span className="desk-product__stock" data-none={stock === 0 || undefined}>
        {stock === null ? t('desk.products.uncounted') : t('desk.products.stock', { count: stock })}
      </span>
    </p>
  );
}
