import { useEffect, useRef } from 'react';
import { api } from '../../api/client';
import { useResource } from '../../api/resource';
import type { DeskInvoiceList, DeskOrder, Invoice, InvoiceBuyer, InvoiceList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { isFocusLost } from '../../ui/focus';
import { toast } from '../../ui/toast';
import { useFailure } from '../account/use-failure';
import { useForm } from '../account/use-form';
import { NifField } from '../invoices/buyer-fields';
import { InvoiceLinks } from '../invoices/invoice-links';
import { deskApi } from './desk-paths';

const namesBuyer = ({ type, annulled }: Invoice) => !annulled && type !== 'F2' && type !== 'R5';

/** Whether an invoice with its buyer may be made: the first one, or in the place of the simplified one. */
function canBeFull({ count, waiting, invoices }: DeskInvoiceList): boolean {
  const left = invoices.reduce((sum, { annulled, total_in_cents }) => (annulled ? sum : sum + total_in_cents), 0);
  // Where none is left that stands, the sale is invoiced anew; of one that was given back there is nothing to invoice.
  const isAnnulled = count > 0 && invoices.every(({ annulled, corrects }) => annulled && !corrects);
  return !invoices.some(namesBuyer) && (count === 0 ? waiting > 0 : left > 0 || isAnnulled);
}

/** What was invoiced of an order, for what the rest waits, and the way to an invoice that names who bought it. */
export function OrderInvoices({ order }: { order: DeskOrder }) {
  const { t } = useTranslation();
  const { data, reload } = useResource<DeskInvoiceList>(deskApi.invoicesOf(order.id));
  const title = useRef<HTMLHeadingElement>(null);
  const isOffered = data !== undefined && canBeFull(data);
  const wasOffered = useRef(isOffered);
  // The form goes with what was written in it.
  useEffect(() => {
    if (wasOffered.current && !isOffered && isFocusLost()) title.current?.focus({ preventScroll: true });
    wasOffered.current = isOffered;
  }, [isOffered]);
  if (!order.paid_at || !data) return null;
  const { count, waiting, waits_for_buyer: waitsForBuyer, invoices } = data;
  return (
    <section className="panel stack">
      <h2 className="panel__title" ref={title} tabIndex={-1}>
        {t('invoice.list')}
      </h2>
      {waitsForBuyer && <p className="notice">{t('desk.invoice.waits_buyer')}</p>}
      {count === 0 && !waitsForBuyer && <p className="muted">{t(waiting > 0 ? 'desk.invoice.waits' : 'desk.invoice.older')}</p>}
      <InvoiceLinks invoices={invoices} hrefOf={deskApi.invoicePaper} />
      {isOffered && (
        // Closed it keeps what was typed.
        <details className="desk-full" open={waitsForBuyer}>
          <summary>{t('desk.invoice.full')}</summary>
          <MakeFull order={order} onMade={reload} />
        </details>
      )}
    </section>
  );
}

function MakeFull({ order, onMade }: { order: DeskOrder; onMade: () => Promise<void> }) {
  const { t } = useTranslation();
  const to = order.shipping_address;
  const { busy, errors, handlers } = useForm({
    send: async ({ name = '', nif = '', address = '', city = '', postal_code = '' }) => {
      const buyer: InvoiceBuyer = { name, nif, address, city, postal_code, country: 'ES' };
      const made = await api.post<InvoiceList>(deskApi.orderAct(order.id, 'invoice'), buyer);
      const isIssued = made.invoices.some(namesBuyer);
      toast({ title: t(isIssued ? 'invoice.made' : 'desk.invoice.full_noted'), variant: 'success' });
      await onMade();
    },
    onError: useFailure(t('invoice.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      <p className="muted">{t('desk.invoice.full_text')}</p>
      <Field
        label={t('invoice.name')}
        name="name"
        autoComplete="off"
        dir="auto"
        required
        maxLength={120}
        defaultValue={to.name.slice(0, 120)}
        error={errors['name']}
      />
      <NifField error={errors['nif']} />
      <Field
        label={t('invoice.address')}
        name="address"
        autoComplete="off"
        dir="auto"
        required
        maxLength={200}
        defaultValue={to.address}
        error={errors['address']}
      />
      <div className="form__pair">
        <Field
          label={t('invoice.postcode')}
          name="postal_code"
          autoComplete="off"
          inputMode="numeric"
          dir="ltr"
          required
          maxLength={12}
          defaultValue={to.postal_code}
          error={errors['postal_code']}
        />
        <Field
          label={t('invoice.city')}
          name="city"
          autoComplete="off"
          dir="auto"
          required
          maxLength={100}
          defaultValue={to.city}
          error={errors['city']}
        />
      </div>
      <div className="row">
        <Button type="submit" busy={busy}>
          {t('invoice.make_full_yes')}
        </Button>
      </div>
    </form>
  );
}
