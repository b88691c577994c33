import { useState } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import type { Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { toast } from '../../ui/toast';

/** Cancels an unpaid order, once the reader has confirmed it. */
export function CancelOrder({ orderId, onSettled }: { orderId: string; onSettled: () => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function cancel() {
    setBusy(true);
    try {
      await api.post<Order>(resourcePaths.cancelOrder(orderId));
      toast({ title: t('order.cancelled_title'), description: t('order.cancelled_text'), variant: 'success' });
    } catch (error) {
      toast({ title: t('order.cancel_failed'), description: errorText(t, error), variant: 'destructive' });
    }
    setAsking(false);
    setBusy(false);
    onSettled();
  }

  return (
    <>
      <Button variant="danger" block onClick={() => setAsking(true)}>
        {t('order.cancel')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('order.cancel')}
        closeLabel={t('common.close')}
        footer={
          <div className="row">
            <Button variant="danger" busy={busy} onClick={() => void cancel()}>
              {t('order.cancel_yes')}
            </Button>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('order.cancel_no')}
            </Button>
          </div>
        }
      >
        <p>{t('order.cancel_confirm')}</p>
      </Dialog>
    </>
  );
}
