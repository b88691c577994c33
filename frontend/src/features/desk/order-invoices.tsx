import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useKnown, useResource, type Resource } from '../../api/resource';
import countries from '../../../../src/invoices/countries.json';
import type { DeskInvoiceList, DeskOrder, Invoice, InvoiceBooks, InvoiceList } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button, buttonClass } from '../../ui/button';
import { Field } from '../../ui/field';
import { isFocusLost } from '../../ui/focus';
import { SelectField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { useFailure } from '../account/use-failure';
import { useForm, type FieldErrors } from '../account/use-form';
import { NifField } from '../invoices/buyer-fields';
import { InvoiceLinks } from '../invoices/invoice-links';
import { InvoiceLook } from '../invoices/invoice-look';
import { useLook } from '../invoices/use-look';
import { useFreshSignIn } from '../security/step-up';
import { deskApi, deskPaths } from './desk-paths';
import { FileLink } from './file-link';

const namesBuyer = ({ type, annulled }: Invoice) => !annulled && type !== 'F2' && type !== 'R5';

/** Whether an invoice with its buyer may be made: the first one, or in the place of the simplified one. */
function canBeFull({ count, waiting, invoices }: DeskInvoiceList): boolean {
  const left = invoices.reduce((sum, { annulled, total_in_cents }) => (annulled ? sum : sum + total_in_cents), 0);
  // Where none is left that stands, the sale is invoiced anew; of one that was given back there is nothing to invoice.
  const isAnnulled = count > 0 && invoices.every(({ annulled, corrects }) => annulled && !corrects);
  return !invoices.some(namesBuyer) && (count === 0 ? waiting > 0 : left > 0 || isAnnulled);
}

/** Whether there is none yet, and it does not wait for its buyer. */
const waitsForShop = ({ count, waiting, waits_for_buyer: waitsForBuyer }: DeskInvoiceList) => count === 0 && !waitsForBuyer && waiting > 0;

/** For `OrderInvoices`; has loaded once what it says of one that waits is there, too. */
export function useOrderInvoices(orderId: string): Resource<DeskInvoiceList> {
  const invoices = useResource<DeskInvoiceList>(deskApi.invoicesOf(orderId));
  const waits = invoices.data !== undefined && waitsForShop(invoices.data);
  const books = useResource<InvoiceBooks>(waits ? deskApi.invoiceBooks('') : null);
  return { ...invoices, loading: invoices.loading || books.loading };
}

/** What was invoiced of an order, for what the rest waits, and the way to an invoice that names who bought it. */
export function OrderInvoices({ order, invoices: { data, reload } }: { order: DeskOrder; invoices: Resource<DeskInvoiceList> }) {
  const { t } = useTranslation();
  // What happens to the order may make an invoice.
  const known = useRef(order.events.length);
  useEffect(() => {
    if (known.current !== order.events.length) void reload();
    known.current = order.events.length;
  }, [order.events.length, reload]);
  const title = useRef<HTMLHeadingElement>(null);
  const isOffered = data !== undefined && canBeFull(data);
  const wasOffered = useRef(isOffered);
  // The form goes with what was written in it.
  useEffect(() => {
    if (wasOffered.current && !isOffered && isFocusLost()) title.current?.focus({ preventScroll: true });
    wasOffered.current = isOffered;
  }, [isOffered]);
  if (!order.paid_at || !data) return null;
  const { count, waits_for_buyer: waitsForBuyer, invoices } = data;
  return (
    <section className="panel stack">
      <h2 className="panel__title" ref={title} tabIndex={-1}>
        {t('invoice.list')}
      </h2>
      {waitsForBuyer && <p className="notice">{t('desk.invoice.waits_buyer')}</p>}
      {waitsForShop(data) ? <Waits /> : count === 0 && !waitsForBuyer && <p className="muted">{t('desk.invoice.older')}</p>}
      <InvoiceLinks
        invoices={invoices}
        linkTo={(number, text) => (
          <FileLink href={deskApi.invoicePaper(number)} save={`${number}.pdf`}>
            {text}
          </FileLink>
        )}
      />
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

/** For what the invoice waits: what the firm has not filled in yet, or only its turn. */
function Waits() {
  const { t } = useTranslation();
  const data = useKnown<InvoiceBooks>(deskApi.invoiceBooks(''));
  if (!data) return null;
  if (!data.waiting.for_seller) return <p className="muted">{t('desk.invoices.waits_turn')}</p>;
  return (
    <div className="notice notice--attention stack">
      <p>{t('desk.invoices.waits_seller')}</p>
      <div className="row">
        <Link className={buttonClass('secondary')} to={deskPaths.legalSettings}>
          {t('desk.invoices.to_settings')}
        </Link>
      </div>
    </div>
  );
}

function MakeFull({ order, onMade }: { order: DeskOrder; onMade: () => Promise<void> }) {
  const { t } = useTranslation();
  const paths = { look: deskApi.orderAct(order.id, 'invoice/look'), make: deskApi.orderAct(order.id, 'invoice') };
  const onFull = async ({ invoices }: InvoiceList) => {
    toast({ title: t(invoices.some(namesBuyer) ? 'invoice.made' : 'desk.invoice.full_noted'), variant: 'success' });
    await onMade();
  };
  const { seen, busy: isMaking, ask, make, change } = useLook(paths, onFull, useFreshSignIn());
  const { busy, errors, handlers } = useForm({
    send: ({ name = '', nif = '', address = '', city = '', postal_code = '', country = '' }) =>
      ask({ name, nif, address, city, postal_code, country }),
    onError: useFailure(t('invoice.failed')),
  });
  return (
    <>
      {/* Hidden it keeps what was typed. */}
      <form className="stack" {...handlers} hidden={seen !== null}>
        <BuyerFields order={order} errors={errors} />
        <div className="row">
          <Button type="submit" busy={busy}>
            {t('invoice.look_first')}
          </Button>
        </div>
      </form>
      {seen && <InvoiceLook look={seen.look} total={order.total_in_cents} busy={isMaking} onMake={make} onChange={change} />}
    </>
  );
}

/** To whom: as in the parcel's address, until something else is written. */
function BuyerFields({ order, errors }: { order: DeskOrder; errors: FieldErrors }) {
  const { t } = useTranslation();
  const to = order.shipping_address;
  return (
    <>
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
      <CountryField error={errors['country']} />
    </>
  );
}

/** Every country there is, Spain first. */
function CountryField({ error }: { error?: string }) {
  const { t, lang } = useTranslation();
  const names = new Intl.DisplayNames(lang, { type: 'region' });
  const others = countries
    .filter((code) => code !== 'ES')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, lang));
  return (
    <SelectField label={t('field.country')} name="country" defaultValue="ES" error={error}>
      {[{ code: 'ES', name: names.of('ES') ?? 'ES' }, ...others].map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
