import { Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useResource } from '../../api/resource';
import type { DeskProduct } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { DeletedProduct } from '../../features/desk/products/deleted-rows';
import { ProductEditor } from '../../features/desk/products/editor';
import { useTranslation } from '../../i18n';
import { Spinner } from '../../ui/spinner';

/** One to be written, perhaps with its title begun. */
export function NewProduct() {
  const [query] = useSearchParams();
  return (
    <Suspense fallback={<Opening />}>
      <ProductEditor product={null} called={query.get('title') ?? undefined} />
    </Suspense>
  );
}

/** A product to be changed. */
export function Product() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const product = useResource<DeskProduct>(deskApi.product(id));
  if (product.data !== undefined) {
    return (
      <Suspense fallback={<Opening />}>
        <ProductEditor key={id} product={product.data} />
      </Suspense>
    );
  }
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

/** Until what texts are written with is there, too: fields that came later would push the others down. */
function Opening() {
  const { t } = useTranslation();
  return (
    <DeskPage title={t('desk.product.one')} back={{ to: deskPaths.products, label: t('desk.place.products') }}>
      <Spinner label={t('common.loading')} />
    </DeskPage>
  );
}
