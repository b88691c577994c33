import type { DeskVariantList } from '../../api/types';
import { DeskList } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { HowTo } from '../../features/desk/guide/how-to';
import { BulkSave, BulkTable, useBulk } from '../../features/desk/products/bulk-table';
import { useTranslation } from '../../i18n';

/** Prices and stock of many variants in one table. */
export function Bulk() {
  const { t } = useTranslation();
  const bulk = useBulk();
  return (
    <DeskPage title={t('desk.bulk.title')} back={{ to: deskPaths.products, label: t('desk.place.products') }}>
      <p className="muted">{t('desk.bulk.text')}</p>
      <div className="row">
        <HowTo act="prices" />
      </div>
      <DeskList<DeskVariantList, 'variants'>
        api={deskApi.variants}
        name="variants"
        search={t('desk.products.search')}
        views={[
          { label: t('desk.all'), address: {} },
          { label: t('desk.products.low'), address: { stock: 'low' } },
          { label: t('desk.products.out'), address: { stock: 'out' } },
        ]}
        empty={{ title: t('desk.products.none_title') }}
        besidesNothing={bulk.isDirty && <BulkSave bulk={bulk} />}
      >
        {(variants, reload) => <BulkTable variants={variants} reload={reload} bulk={bulk} />}
      </DeskList>
      {bulk.question}
    </DeskPage>
  );
}
