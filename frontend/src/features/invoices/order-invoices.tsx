import { useState } from 'react';
import { useLaterLooks } from '../../api/later-looks';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { InvoiceList, Order } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { useFailure } from '../account/use-failure';
import { useForm } from '../account/use-form';
import { BuyerFields, invoiceOf, needsBuyerAbove } from './buyer-fields';
import { InvoiceLinks } from './invoice-links';
import { InvoiceLook } from './invoice-look';
import { InvoiceBuyerLine } from './invoiced-to';
import { useLook } from './use-look';

/** What was invoiced of an order, each as a paper, and the way to one that names its buyer. */
export function OrderInvoices({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { data, reload } = useResource<InvoiceList>(resourcePaths.orderInvoices(order.id));
  const [isAsking, setAsking] = useState(false);
  const isAboveLimit = order.total_in_cents > needsBuyerAbove;
  // Its number is given a moment after the payment.
  useLaterLooks(data?.count === 0 && data.can_issue && !isAboveLimit, reload);
  if (!data) return null;
  const issued = data.invoices.filter(({ replaced, annulled }) => !replaced && !annulled);
  const left = issued.reduce((sum, { total_in_cents }) => sum + total_in_cents, 0);
  const none = data.can_issue ? 'invoice.none_yet' : 'invoice.none';
  const waitsForBuyer = data.count === 0 && isAboveLimit;
  const canBeFull = waitsForBuyer || (left > 0 && issued.some(({ type }) => type === 'F2'));
  return (
    <section className="panel stack">
      <h2 className="panel__title">{t('invoice.list')}</h2>
      {data.count === 0 && <p className="muted">{t(waitsForBuyer ? 'invoice.needed' : none)}</p>}
      {data.buyer && <InvoiceBuyerLine buyer={data.buyer} />}
      {data.count > 0 && (
        <InvoiceLinks
          invoices={data.invoices}
          linkTo={(number, text) => (
            <a href={resourcePaths.invoicePaper(order.id, number)} download={`${number}.pdf`}>
              {text}
            </a>
          )}
        />
      )}
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
  const paths = { look: resourcePaths.lookAtInvoice(order.id), make: resourcePaths.makeInvoice(order.id) };
  const { seen, busy: isMaking, ask, make, change } = useLook(paths, () => {
    toast({ title: t('invoice.made') });
    onMade();
  });
  const { busy, errors, handlers } = useForm({
    send: async (values) => {
      const buyer = invoiceOf(values, order.shipping_address);
      if (buyer) await ask(buyer);
    },
    onError: useFailure(t('invoice.failed')),
  });
  return (
    <>
      {/* Hidden it keeps what was typed. */}
      <form className="stack" {...handlers} hidden={seen !== null}>
        <BuyerFields errors={errors} />
        <Button type="submit" busy={busy}>
          {t('invoice.look_first')}
        </Button>
      </form>
      {seen && <InvoiceLook look={seen.look} total={order.total_in_cents} busy={isMaking} onMake={make} onChange={change} />}
    </>
  );
}
