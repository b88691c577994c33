import { useRef, useState } from 'react';
import { errorText } from '../../api/problem';
import type { Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { paymentPage } from './purchase';

type Props = {
  order: Order;
  /** The order is not what it was thought to be: its page should look again. */
  onRefused: () => void;
};

/** Pays for an order that waits for its payment. */
export function PayOrder({ order, onRefused }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  async function pay() {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      location.assign(await paymentPage(order.id, !order.user_id));
    } catch (error) {
      toast({
        title: t('checkout.failed'),
        description: errorText(t, error),
        variant: 'destructive',
      });
      onRefused();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return (
    <Button block busy={busy} onClick={() => void pay()}>
      {t('order.pay')}
    </Button>
  );
}
