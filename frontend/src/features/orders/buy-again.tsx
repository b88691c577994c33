import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { errorText } from '../../api/problem';
import type { OrderItem } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { openCartPanel } from '../cart/panel-state';
import { useRebuy } from './use-rebuy';

/** Puts an order's items into the cart again and says what could not be. */
export function BuyAgain({ items }: { items: OrderItem[] }) {
  const { t } = useTranslation();
  const rebuy = useRebuy();
  const [busy, setBusy] = useState(false);

  async function onClick() {
    setBusy(true);
    try {
      const { added, missing } = await rebuy(items);
      const action = { label: t('cart.view'), onClick: openCartPanel };
      if (missing.length === 0) {
        toast({
          title: t('order.bought_again_title'),
          description: t('order.bought_again_text'),
          variant: 'success',
          action,
        });
      } else {
        toast({
          title: t(added > 0 ? 'order.bought_some_title' : 'order.bought_none_title'),
          description: missing.join(' '),
          variant: 'destructive',
          ...(added > 0 && { action }),
        });
      }
    } catch (error) {
      toast({
        title: t('order.buy_again_failed'),
        description: errorText(t, error),
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" block busy={busy} onClick={() => void onClick()}>
      <RotateCw aria-hidden="true" />
      {t('order.buy_again')}
    </Button>
  );
}
