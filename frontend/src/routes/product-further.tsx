import { useParams } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import { useSite } from '../api/site';
import type { ProductAnswer, RelatedProducts } from '../api/types';
import { CardAction } from '../features/cart/card-action';
import { AskAbout } from '../features/catalogue/ask-about';
import { CardGrid } from '../features/catalogue/product-card';
import { ProductDetails } from '../features/catalogue/product-details';
import { ProductFacts } from '../features/catalogue/product-facts';
import { ProductSafety } from '../features/catalogue/product-safety';
import { Seen } from '../features/catalogue/seen';
import { Comments } from '../features/comments/comments';
import { useLang, useTranslation } from '../i18n';

/** What stands below what everybody comes for. */
export function ProductFurther() {
  const lang = useLang();
  const { store_id: storeId } = useSite();
  const { id = '' } = useParams();
  const { data } = useResource<ProductAnswer>(resourcePaths.product(storeId, lang, id));
  if (!data) return null;
  const { product } = data;
  return (
    <>
      <div className="product-more">
        <ProductDetails product={product} />
        <div className="product-more__facts">
          <ProductFacts product={product} />
          <AskAbout title={product.title} />
        </div>
        <div className="product-more__rest">
          <ProductSafety product={product} />
          <Comments />
        </div>
      </div>
      <Related productId={product.id} />
      <Seen productId={product.id} action={(card) => <CardAction card={card} />} />
    </>
  );
}

/** A row of products that go with this one, or are like it; nothing while there are none. */
function Related({ productId }: { productId: string }) {
  const { t, lang } = useTranslation();
  const { store_id: storeId } = useSite();
  const { data } = useResource<RelatedProducts>(resourcePaths.related(storeId, lang, productId));
  const sections = data?.sections ?? [];
  const similar = data?.similar ?? [];
  const all = [...sections.flatMap((section) => section.cards), ...similar];
  const cards = [...all.filter((card) => !card.sold_out), ...all.filter((card) => card.sold_out)];
  if (cards.length === 0) return null;
  const [only, ...others] = sections;
  return (
    <section className="section">
      <h2 className="section__title">{only && others.length === 0 && similar.length === 0 ? only.title : t('related.title')}</h2>
      <CardGrid cards={cards} heading="h3" action={(card) => <CardAction card={card} />} />
    </section>
  );
}
