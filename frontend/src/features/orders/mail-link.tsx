import { useState } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';

/** Has the link to an order mailed to the address it was bought with. Whether there is such an order, nobody is told. */
export function MailLink({ orderId, label }: { orderId: string; label: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');

  async function send() {
    setState('busy');
    try {
      await api.post(resourcePaths.mailOrderLink(orderId));
      setState('sent');
    } catch (error) {
      toast({ title: t('guest.mail_failed'), description: errorText(t, error), variant: 'destructive' });
      setState('idle');
    }
  }

  if (state === 'sent') {
    return (
      <p className="notice" role="status">
        {t('guest.mail_sent')}
      </p>
    );
  }
  return (
    <Button variant="secondary" block busy={state === 'busy'} onClick={() => void send()}>
      {label}
    </Button>
  );
}
