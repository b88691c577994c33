import { useState } from 'react';
import { useResource } from '../../../api/resource';
import type { Product, ProductAnswer, Variant } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { langCodes, languages, type Lang } from '../../../languages';
import { Dialog } from '../../../ui/dialog';
import { Tabs } from '../../../ui/tabs';
import { displayedVariant, unitPrice } from '../../cart/rules';
import { EnergyMarks } from '../../catalogue/energy-arrow';
import { Price } from '../../catalogue/price';
import { ProductDetails } from '../../catalogue/product-details';
import { galleryPictures } from '../../catalogue/pictures';
import { ProductGallery } from '../../catalogue/product-gallery';
import { VariantPicker } from '../../catalogue/variant-picker';
import { deskApi } from '../desk-paths';
import { Loaded } from '../desk-page';

type Props = { id: string; title: string; open: boolean; onClose: () => void; isDirty: boolean };

/** The product as the store would show it in each language, published or not. */
export function Preview({ id, title, open, onClose, isDirty }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [shown, setShown] = useState<Lang>(lang);
  const tabs = langCodes.map((code) => ({
    id: code,
    label: <bdi lang={code}>{languages[code].name}</bdi>,
    panel: <InLanguage id={id} lang={code} />,
  }));
  return (
    <Dialog kind="stage" open={open} onClose={onClose} title={title} closeLabel={t('common.close')}>
      <div className="desk-preview">
        {isDirty && <p className="notice">{t('desk.product.preview_saved')}</p>}
        <Tabs label={t('desk.product.preview')} tabs={tabs} value={shown} onChange={(code) => setShown(code as Lang)} />
      </div>
    </Dialog>
  );
}

function InLanguage({ id, lang }: { id: string; lang: Lang }) {
  const resource = useResource<ProductAnswer>(deskApi.preview(id, lang));
  return (
    <div lang={lang} dir={languages[lang].dir}>
      <Loaded resource={resource}>{({ product }) => <AsInStore product={product} />}</Loaded>
    </div>
  );
}

function AsInStore({ product }: { product: Product }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const variant =
    product.variants.find(({ id }) => id === chosen) ?? displayedVariant(product.variants, product.site_product_selection);
  const stockOf = ({ manage_inventory: isCounted, inventory_quantity: units }: Variant) => (isCounted ? (units ?? 0) : Infinity);
  return (
    <>
      <div className="product">
        <ProductGallery pictures={galleryPictures(product)} variantUrl={variant?.image_url ?? null} />
        <div className="product__summary">
          {product.ribbon_text && <p className="product__ribbon">{product.ribbon_text}</p>}
          <h3 className="product__title">{product.title}</h3>
          {product.subtitle && <p className="product__subtitle">{product.subtitle}</p>}
          {variant && (
            <>
              <Price
                cents={unitPrice(variant)}
                before={variant.sale_price_in_cents === null ? null : variant.price_in_cents}
                notes={[variant.unit_price?.formatted, variant.sale_dates_formatted]}
                large
              />
              <EnergyMarks told={product.attributes.filter(({ energy }) => energy)} />
              <VariantPicker product={product} current={variant} open={[]} stockOf={stockOf} onChange={({ id }) => setChosen(id)} />
            </>
          )}
        </div>
      </div>
      <ProductDetails product={product} />
    </>
  );
}
