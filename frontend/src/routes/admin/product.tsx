import { useParams, useSearchParams } from 'react-router';
import { useResource } from '../../api/resource';
import type { DeskProduct } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { ProductEditor } from '../../features/desk/products/editor';
import { useTranslation } from '../../i18n';

/** One to be written, perhaps with its title begun. */
export function NewProduct() {
  const [query] = useSearchParams();
  return <ProductEditor product={null} called={query.get('title') ?? undefined} />;
}

/** A product to be changed. */
export function Product() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const product = useResource<DeskProduct>(deskApi.product(id));
  if (product.data !== undefined) return <ProductEditor key={id} product={product.data} />;
  return (
    <DeskPage title={t('desk.product.one')} back={{ to: deskPaths.products, label: t('desk.place.products') }}>
      <Loaded resource={product}>{() => null}</Loaded>
    </DeskPage>
  );
}
