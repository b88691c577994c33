import { useParams } from 'react-router';
import { PayOrder } from '../features/checkout/pay-order';
import { OrderPage } from '../features/orders/order-page';
import { shortId } from '../features/orders/short-id';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';

export default function OrderRoute() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  useTitle(`${t('order.number')} ${shortId(id)}`);
  return <OrderPage id={id} pay={(order, reload) => <PayOrder order={order} onRefused={reload} />} />;
}
