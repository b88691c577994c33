import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { errorText } from '../api/problem';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import { useSite } from '../api/site';
import type { Product, ProductAnswer, Variant } from '../api/types';
import { CallLink } from '../call-link';
import { BuyBox } from '../features/cart/buy-box';
import { available, displayedVariant } from '../features/cart/rules';
import { openGroups } from '../features/catalogue/choices';
import { Heart } from '../features/catalogue/heart';
import { galleryPictures } from '../features/catalogue/pictures';
import { ProductGallery } from '../features/catalogue/product-gallery';
import { rememberSeen } from '../features/catalogue/seen-products';
import { Stars } from '../features/catalogue/stars';
import { productFurther } from '../features/comments/later';
import { useTitle } from '../features/site/use-navigation-effects';
import { useLang, useTranslation } from '../i18n';
import { hurry } from '../late-part';
import { paths } from '../paths';
import { Button, buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';
import { Spinner } from '../ui/spinner';
import { useAlive } from '../ui/use-alive';

export default function ProductRoute() {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id: storeId } = useSite();
  const { id = '' } = useParams();
  const { data, error, reload } = useResource<ProductAnswer>(resourcePaths.product(storeId, lang, id));
  const missing = error?.status === 404;
  useTitle(data?.product.title ?? (missing ? t('product.not_found_title') : undefined));

  if (data) return <ProductView key={id} product={data.product} />;
  if (!error) return <Spinner label={t('common.loading')} />;
  return (
    <div className="page">
      <Empty
        heading="h1"
        title={t(missing ? 'product.not_found_title' : 'product.error_title')}
        text={missing ? t('product.not_found') : t('product.error', { error: errorText(t, error) })}
      >
        <Link className={buttonClass('primary')} to={paths.store()}>
          {t('product.back')}
        </Link>
        {!missing && (
          <Button variant="secondary" onClick={() => void reload()}>
            {t('common.retry')}
          </Button>
        )}
        <CallLink />
      </Empty>
    </div>
  );
}

function ProductView({ product }: { product: Product }) {
  const { t, lang, i18n } = useTranslation();
  const [params] = useSearchParams();
  // The server draws one page for all variants; a link may name one.
  const named = useAlive() ? params.get('variant') : null;
  const [own, setChosen] = useState<string | null>(null);
  const [chosen, setChosenGroups] = useState<ReadonlySet<string>>(new Set());
  const known = product.variants.find(({ id }) => id === (own ?? named));
  const variant = known ?? displayedVariant(product.variants, product.site_product_selection);
  // Whoever comes for one variant has chosen.
  const isNamed = named !== null && product.variants.some(({ id }) => id === named);
  const open = variant && !isNamed ? openGroups(product, variant, available, chosen) : [];
  // As long as nobody chose what the pictures differ in, the product's own stands there, as it does on its card.
  const isUndecided = open.some(({ choices }) => choices.some(({ swatch }) => swatch));
  const choose = ({ id }: Variant, group: string) => {
    setChosen(id);
    setChosenGroups(new Set([...chosen, group]));
  };
  const isReduced = typeof variant?.sale_price_in_cents === 'number';
  const ribbon = product.ribbon_text || (isReduced && t('card.sale'));
  useEffect(() => rememberSeen(product.id), [product.id]);
  // The comments are still in the language the page came in.
  useEffect(() => {
    if (lang !== i18n.first.lang) hurry();
  }, [lang, i18n]);
  return (
    <div className="page section">
      <Link className="back-link" to={paths.store()}>
        <ArrowLeft className="flip" aria-hidden="true" />
        {t('product.back')}
      </Link>
      <div className="product">
        <div className="product__pictures">
          <ProductGallery pictures={galleryPictures(product)} variantUrl={isUndecided ? null : (variant?.image_url ?? null)} />
          {/* Over the picture, for it comes after the page and must move nothing. */}
          <Heart productId={product.id} title={product.title} />
        </div>
        <div className="product__summary">
          {ribbon && <p className="product__ribbon">{ribbon}</p>}
          <h1 className="product__title">{product.title}</h1>
          {product.subtitle && <p className="product__subtitle">{product.subtitle}</p>}
          <Stars rating={product.rating} />
          {variant && <BuyBox product={product} variant={variant} open={open} onVariant={choose} />}
        </div>
      </div>
      <productFurther.Part />
    </div>
  );
}
