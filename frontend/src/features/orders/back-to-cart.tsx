import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import type { Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { useRebuy } from './use-rebuy';

/** Makes an unpaid order a cart again: it is cancelled first, so that its stock is free for the cart. */
export function BackToCart({ order, onRefused }: { order: Order; onRefused: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rebuy = useRebuy();
  const [busy, setBusy] = useState(false);

  async function onClick() {
    setBusy(true);
    let failure = 'order.cancel_failed';
    try {
      await api.post<Order>(resourcePaths.cancelOrder(order.id));
      failure = 'order.buy_again_failed';
      const { missing } = await rebuy(order.order_items);
      toast({
        title: t('checkout.in_cart_title'),
        description: [t('checkout.in_cart_text'), ...missing].join(' '),
        variant: missing.length === 0 ? 'success' : 'destructive',
      });
      void navigate(paths.cart, { replace: true });
    } catch (error) {
      toast({ title: t(failure), description: errorText(t, error), variant: 'destructive' });
      onRefused();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" block busy={busy} onClick={() => void onClick()}>
      <ShoppingBag aria-hidden="true" />
      {t('checkout.back_to_cart')}
    </Button>
  );
}
