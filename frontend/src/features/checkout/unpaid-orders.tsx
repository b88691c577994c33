import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { Order, OrderList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { money } from '../../ui/format';
import { useSession } from '../account/session';
import { forgetUnpaidOrder, unpaidOrder } from './unpaid-order';

/** As many as may wait at once, and those paid or given up since. */
const latest = resourcePaths.orders(10, 0);

/** What the cart became before and still wants its payment: of an account, and of this browser where there was none. */
export function UnpaidOrders() {
  const { status } = useSession();
  const { data } = useResource<OrderList>(status === 'user' ? latest : null);
  const own = useOrderWithoutAccount();
  const orders = [...(own ? [own] : []), ...(data?.orders ?? [])];
  return orders.filter(({ payable }) => payable).map((order) => <Unpaid key={order.id} order={order} />);
}

/** The one that was left in this browser; forgotten once it cannot be paid, or opened, any more. */
function useOrderWithoutAccount(): Order | undefined {
  const [id] = useState(unpaidOrder);
  const { data, error } = useResource<Order>(id === null ? null : resourcePaths.order(id));
  const isOver = data ? !data.payable || Boolean(data.user_id) : error !== undefined && error.status >= 400 && error.status < 500;
  useEffect(() => {
    if (isOver) forgetUnpaidOrder();
  }, [isOver]);
  return isOver ? undefined : data;
}

function Unpaid({ order: { id, number, user_id: userId, total_in_cents: total } }: { order: Order }) {
  const { t, lang } = useTranslation();
  return (
    <p className="notice cart-page__unpaid" role="status">
      {t('cart.unpaid', { number, amount: money(total, lang) })}{' '}
      <Link to={paths.order(id, !userId)}>{t('cart.pay_now')}</Link>
    </p>
  );
}
