import { useTranslation } from '../../i18n';
import type { Product } from '../../api/types';
import { ProductHtml } from './product-html';

/** The long text and what the shop adds to it. */
export function ProductDetails({ product }: { product: Product }) {
  const { t } = useTranslation();
  const info = [...product.additional_info].sort((a, b) => a.order - b.order);
  if (!product.description && info.length === 0) return null;
  return (
    <section className="details" aria-labelledby="details-title">
      <h2 id="details-title">{t('product.details')}</h2>
      {product.description && <ProductHtml html={product.description} />}
      {info.map(({ id, title, description }) => (
        <details className="accordion" key={id}>
          <summary>{title}</summary>
          <ProductHtml html={description} />
        </details>
      ))}
    </section>
  );
}
