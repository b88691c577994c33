import FileDown from 'lucide-react/icons/file-down';
import Package from 'lucide-react/icons/package';
import { useLocation } from 'react-router';
import type { DeskOrderList } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi } from '../../features/desk/desk-paths';
import { ChosenOrders } from '../../features/desk/order-rows';
import { saveFile } from '../../features/desk/save-file';
import { useAct } from '../../features/desk/use-act';
import { shopTime } from '../../features/desk/when';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';

/** Every order of the shop. */
export function Orders() {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const { search } = useLocation();
  // What the list is narrowed down to, all of it and not the page that is shown.
  const save = () => {
    const query = new URLSearchParams(search);
    query.delete('page');
    return saveFile(deskApi.ordersFile(query), `pedidos-${shopTime(new Date()).slice(0, 10)}.csv`);
  };
  const views: View[] = [
    { label: t('desk.all'), address: {} },
    { label: t('desk.orders.to_ship'), address: { to_ship: 'true' } },
    { label: t('desk.orders.attention'), address: { attention: 'true' } },
    ...(['pending', 'shipped', 'delivered', 'cancelled'] as const).map((status) => ({
      label: t(`orders.status.${status}`),
      address: { status },
    })),
    ...(['partly_refunded', 'refunded'] as const).map((refund) => ({
      label: t(`orders.refund.${refund}`),
      address: { refund },
    })),
  ];
  return (
    <DeskPage
      title={t('desk.place.orders')}
      actions={
        <div className="desk-page__acts">
          <Button variant="ghost" busy={busy !== null} onClick={() => void run('export', save, { failed: t('desk.export.failed') })}>
            <FileDown aria-hidden="true" />
            {t('desk.orders.export')}
          </Button>
        </div>
      }
    >
      <DeskList<DeskOrderList, 'orders'>
        api={deskApi.orders}
        name="orders"
        search={t('desk.orders.search')}
        views={views}
        empty={{
          art: <Package size={48} strokeWidth={1.25} />,
          title: t('desk.orders.none_title'),
          text: t('desk.orders.none_text'),
        }}
      >
        {(orders, reload, { carriers }) => (
          <ChosenOrders
            orders={orders}
            carriers={carriers}
            areToShip={new URLSearchParams(search).get('to_ship') === 'true'}
            reload={reload}
          />
        )}
      </DeskList>
    </DeskPage>
  );
}
