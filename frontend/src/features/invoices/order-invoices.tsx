import { useState } from 'react';
import { api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { errorText } from '../../api/problem';
import { useResource } from '../../api/resource';
import type { InvoiceList, Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { useForm } from '../account/use-form';
import { BuyerFields, invoiceOf, needsBuyerAbove } from './buyer-fields';
import { InvoiceLinks } from './invoice-links';

/** What was invoiced of an order, each as a paper, and the way to one that names its buyer. */
export function OrderInvoices({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { data, reload } = useResource<InvoiceList>(resourcePaths.orderInvoices(order.id));
  const [isAsking, setAsking] = useState(false);
  if (!data) return null;
  const issued = data.invoices.filter(({ replaced, annulled }) => !replaced && !annulled);
  const left = issued.reduce((sum, { total_in_cents }) => sum + total_in_cents, 0);
  const waitsForBuyer = data.count === 0 && order.total_in_cents > needsBuyerAbove;
  const canBeFull = waitsForBuyer || (left > 0 && issued.some(({ type }) => type === 'F2'));
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('invoice.list')}</h2>
      {data.count === 0 && <p className="muted">{t(waitsForBuyer ? 'invoice.needed' : 'invoice.none_yet')}</p>}
      <InvoiceLinks invoices={data.invoices} hrefOf={(number) => resourcePaths.invoicePaper(order.id, number)} />
      {canBeFull && !isAsking && (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {t('invoice.make_full')}
        </Button>
      )}
      {canBeFull && isAsking && (
        <MakeFull
          order={order}
          onMade={() => {
            setAsking(false);
            void reload();
          }}
        />
      )}
    </section>
  );
}

function MakeFull({ order, onMade }: { order: Order; onMade: () => void }) {
  const { t } = useTranslation();
  const { busy, errors, handlers } = useForm({
    send: async (values) => {
      await api.post(resourcePaths.makeInvoice(order.id), invoiceOf(values, order.shipping_address));
      toast({ title: t('invoice.made') });
      onMade();
    },
    onError: (error) => toast({ title: t('invoice.failed'), description: errorText(t, error), variant: 'destructive' }),
  });
  return (
    <form className="stack" {...handlers}>
      <BuyerFields errors={errors} />
      <Button type="submit" busy={busy}>
        {t('invoice.make_full_yes')}
      </Button>
    </form>
  );
}
