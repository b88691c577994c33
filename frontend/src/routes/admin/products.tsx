import Factory from 'lucide-react/icons/factory';
import FileUp from 'lucide-react/icons/file-up';
import Plus from 'lucide-react/icons/plus';
import Table2 from 'lucide-react/icons/table-2';
import Tags from 'lucide-react/icons/tags';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { DeskProductList } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { DeletedRows } from '../../features/desk/products/deleted-rows';
import { ProductRows } from '../../features/desk/products/product-rows';
import { useTranslation } from '../../i18n';
import { buttonClass } from '../../ui/button';

/** Everything the shop has, sold, prepares or hides. */
export function Products() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string[]>([]);
  const query = new URLSearchParams(useLocation().search);
  const shared = Object.fromEntries(['q', 'stock'].flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])));
  const views: View[] = [
    { label: t('desk.all'), address: {} },
    { label: t('desk.products.published'), address: { status: 'published' } },
    { label: t('desk.products.drafts'), address: { status: 'draft' } },
    { label: t('desk.products.archived'), address: { status: 'archived' } },
    {
      label: t('desk.products.deleted'),
      address: { deleted: 'true' },
      note: t('desk.products.deleted_note'),
      none: t('desk.products.deleted_none'),
    },
    { label: t('desk.products.hidden'), address: { hidden: 'true' } },
    { label: t('desk.products.low'), address: { stock: 'low' } },
    { label: t('desk.products.out'), address: { stock: 'out' } },
    { label: t('desk.products.lacks_maker'), address: { lacks: 'maker' } },
    { label: t('desk.products.lacks_catalan'), address: { lacks: 'catalan' } },
    { label: t('desk.products.lacks_sale_end'), address: { lacks: 'sale_end' } },
  ];
  return (
    <DeskPage
      title={t('desk.place.products')}
      main={
        <Link className={buttonClass('primary')} to={deskPaths.newProduct}>
          <Plus aria-hidden="true" />
          {t('desk.product.new')}
        </Link>
      }
      actions={
        <div className="desk-page__acts">
          {/* The same search, for changing what it finds. */}
          <Link className={buttonClass('secondary')} to={deskPaths.bulk(shared)}>
            <Table2 aria-hidden="true" />
            {t('desk.bulk.title')}
          </Link>
          <Link className={buttonClass('ghost')} to={deskPaths.importProducts}>
            <FileUp aria-hidden="true" />
            {t('desk.import.title')}
          </Link>
          <Link className={buttonClass('ghost')} to={deskPaths.makers}>
            <Factory aria-hidden="true" />
            {t('desk.makers.title')}
          </Link>
        </div>
      }
    >
      <DeskList<DeskProductList, 'products'>
        api={deskApi.products}
        name="products"
        search={t('desk.products.search')}
        views={views}
        empty={{
          art: <Tags size={48} strokeWidth={1.25} />,
          title: t('desk.products.none_title'),
          text: t('desk.products.none_text'),
        }}
      >
        {(products, reload) =>
          query.get('deleted') === 'true' ? (
            <DeletedRows products={products} reload={reload} />
          ) : (
            <ProductRows products={products} chosen={chosen} onChoose={setChosen} reload={reload} />
          )
        }
      </DeskList>
    </DeskPage>
  );
}
