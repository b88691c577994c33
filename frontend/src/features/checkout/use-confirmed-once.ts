import { useEffect } from 'react';
import { resourcePaths } from '../../api/paths';
import { useKnown } from '../../api/resource';
import type { Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { dismissToast, shownToast, toast } from '../../ui/toast';
import { removeOrdered } from '../cart/cart';
import { forgetGuestDraft } from './guest-draft';
import { forgetUnpaidOrder, unpaidOrder } from './unpaid-order';

const confirmedKey = 'confirmed-order';

/** What stands there while the cart may still hold what was ordered: its payment page had not come at first. */
const inCart = (orderId: string) => `in cart: ${orderId}`;

/** Says thank you, and takes what was ordered out of the cart, the first time this tab learns that the order is paid. */
export function useConfirmedOnce(orderId: string | null) {
  const { t } = useTranslation();
  const order = useKnown<Order>(orderId && resourcePaths.order(orderId));
  useEffect(() => {
    // A reload must take nothing out of a cart that was filled since.
    if (orderId === null || [orderId, inCart(orderId)].includes(sessionStorage.getItem(confirmedKey) ?? '')) return;
    sessionStorage.setItem(confirmedKey, inCart(orderId));
    forgetGuestDraft();
    if (unpaidOrder() === orderId) forgetUnpaidOrder();
    toast({
      title: t('success.toast_title'),
      description: t('success.toast_text'),
      variant: 'success',
      duration: 5000,
      atTop: true,
    });
    // The next page's title stands where it does.
    const said = shownToast();
    return () => dismissToast(said);
  }, [orderId, t]);
  useEffect(() => {
    if (order === undefined || sessionStorage.getItem(confirmedKey) !== inCart(order.id)) return;
    sessionStorage.setItem(confirmedKey, order.id);
    removeOrdered(order.order_items);
  }, [order]);
}
