import { useRef, useState } from 'react';
import { errorText } from '../../api/problem';
import { useSite } from '../../api/site';
import type { Order } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { paymentPage, purchaseItem } from './purchase';

type Props = {
  order: Order;
  /** The order is not what it was thought to be: its page should look again. */
  onRefused: () => void;
};

/** Pays for an order that waits for its payment. */
export function PayOrder({ order, onRefused }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { store_id } = useSite();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  async function pay() {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const items = order.order_items.map((item) => purchaseItem(item.variant_id, item));
      location.assign(await paymentPage(store_id, order.id, items, lang));
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
