import { useParams } from 'react-router';
import { resourcePaths } from '../api/paths';
import { useResource } from '../api/resource';
import type { Order } from '../api/types';
import { PayOrder } from '../features/checkout/pay-order';
import { OrderPage } from '../features/orders/order-page';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';

export default function OrderRoute() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: order } = useResource<Order>(resourcePaths.order(id));
  useTitle(order && `${t('order.number')} ${order.number}`);
  return <OrderPage id={id} pay={(payable, reload) => <PayOrder order={payable} onRefused={reload} />} />;
}
