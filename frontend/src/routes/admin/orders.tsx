import Package from 'lucide-react/icons/package';
import type { DeskOrderList } from '../../api/types';
import { DeskList, type View } from '../../features/desk/desk-list';
import { DeskPage } from '../../features/desk/desk-page';
import { deskApi } from '../../features/desk/desk-paths';
import { OrderRows } from '../../features/desk/order-rows';
import { useTranslation } from '../../i18n';

/** Every order of the shop. */
export function Orders() {
  const { t } = useTranslation();
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
    <DeskPage title={t('desk.place.orders')}>
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
        {(orders) => <OrderRows orders={orders} />}
      </DeskList>
    </DeskPage>
  );
}
