import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useResource } from '../../api/resource';
import type { DeskProduct } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { DeletedProduct } from '../../features/desk/products/deleted-rows';
import { ProductEditor } from '../../features/desk/products/editor';
import { fetchWriting } from '../../features/desk/products/html-field';
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
  useEffect(fetchWriting, []);
  const product = useResource<DeskProduct>(deskApi.product(id));
  if (product.data !== undefined) return <ProductEditor key={id} product={product.data} />;
  // Of a deleted one the refusal tells what it is called and, as long as it can come back, until when.
  const { product: title, restorable_until: until } = product.error?.params ?? {};
  return (
    <DeskPage
      title={typeof title === 'string' ? title : t('desk.product.one')}
      back={{ to: deskPaths.products, label: t('desk.place.products') }}
    >
      {typeof until === 'string' ? (
        <DeletedProduct id={id} until={until} reload={product.reload} />
      ) : (
        <Loaded resource={product}>{() => null}</Loaded>
      )}
    </DeskPage>
  );
}
