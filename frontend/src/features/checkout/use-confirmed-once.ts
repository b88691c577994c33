import { useEffect } from 'react';
import { useTranslation } from '../../i18n';
import { toast } from '../../ui/toast';
import { clearCart } from '../cart/cart';
import { forgetGuestDraft } from './guest-draft';
import { forgetUnpaidOrder, unpaidOrder } from './unpaid-order';

const confirmedKey = 'confirmed-order';

/** Empties the cart and says thank you, the first time this tab learns that the order is paid. */
export function useConfirmedOnce(orderId: string | null) {
  const { t } = useTranslation();
  useEffect(() => {
    // A reload must not empty a cart that was filled since.
    if (orderId === null || sessionStorage.getItem(confirmedKey) === orderId) return;
    sessionStorage.setItem(confirmedKey, orderId);
    clearCart();
    forgetGuestDraft();
    if (unpaidOrder() === orderId) forgetUnpaidOrder();
    toast({
      title: t('success.toast_title'),
      description: t('success.toast_text'),
      variant: 'success',
      duration: 5000,
      atTop: true,
    });
  }, [orderId, t]);
}
