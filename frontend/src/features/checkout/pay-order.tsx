import { useRef, useState } from 'react';
import { errorText } from '../../api/problem';
import type { Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { money } from '../../ui/format';
import { toast } from '../../ui/toast';
import { MeansNote, RedirectNote, useMeans } from './means';
import { paymentPage } from './purchase';

type Props = {
  order: Order;
  /** The order is not what it was thought to be: its page should look again. */
  onRefused: () => void;
};

/** Pays for an order that waits for its payment. */
export function PayOrder({ order, onRefused }: Props) {
  const { t, lang } = useTranslation();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const means = useMeans();

  async function pay(bizum: boolean) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      location.assign(await paymentPage(order.id, !order.user_id, bizum));
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
    <>
      <Button block busy={busy} onClick={() => void pay(false)}>
        {t(means.includes('bizum') && means.includes('card') ? 'order.pay_card' : 'order.pay', { amount: money(order.total_in_cents, lang) })}
      </Button>
      {/* As high before the means are known as afterwards: what stands below stays where it is. */}
      <div className="stack pay-order__means">
        {means.includes('bizum') && (
          <Button block variant="secondary" busy={busy} onClick={() => void pay(true)}>
            {t('order.pay_bizum')}
          </Button>
        )}
        {means.length === 0 && <RedirectNote />}
        <MeansNote means={means} />
      </div>
    </>
  );
}
