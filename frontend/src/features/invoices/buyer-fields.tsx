import { useState } from 'react';
import type { AddressInput, InvoiceBuyer } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Field } from '../../ui/field';
import type { FieldErrors, FormValues } from '../account/use-form';

/** An order above this, in cents, is invoiced with its buyer: so the law has it, and the server. */
export const needsBuyerAbove = 300_000;

/**
 * To whom an order is invoiced, where the form asks for it. The address is the parcel's or another one, whole: of two
 * addresses no third is made.
 */
export function invoiceOf(values: FormValues, to: AddressInput): InvoiceBuyer | undefined {
  const { nif = '', invoice_name = '', invoice_address: address, invoice_city: city = '', invoice_postal_code = '' } = values;
  if (nif === '') return undefined;
  const parcel = { address: to.address, city: to.city, postal_code: to.postal_code };
  const own = address === undefined ? parcel : { address, city, postal_code: invoice_postal_code };
  return { name: invoice_name || to.name.slice(0, 120), nif, ...own, country: 'ES' };
}

type Props = { errors: FieldErrors; draft?: FormValues; total: number };

/** What an invoice with its buyer asks for: folded away, until the order is so large that the law wants one. */
export function InvoiceFields({ errors, draft = {}, total }: Props) {
  const { t } = useTranslation();
  const isNeeded = total > needsBuyerAbove;
  const [isOpen, setOpen] = useState(Boolean(draft['nif']));
  if (isNeeded) {
    return (
      <section className="panel stack">
        <h2 className="panel__title">{t('invoice.title')}</h2>
        <p className="muted">{t('invoice.needed')}</p>
        <BuyerFields errors={errors} draft={draft} />
      </section>
    );
  }
  return (
    <details className="panel" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('invoice.want')}</summary>
      {isOpen && (
        <div className="stack checkout__invoice">
          <BuyerFields errors={errors} draft={draft} />
        </div>
      )}
    </details>
  );
}

/** The fields by themselves. */
export function BuyerFields({ errors, draft = {} }: Omit<Props, 'total'>) {
  const { t } = useTranslation();
  return (
    <>
      <NifField value={draft['nif']} error={errors['nif']} />
      <Field
        label={t('invoice.name')}
        name="invoice_name"
        autoComplete="billing organization"
        maxLength={120}
        defaultValue={draft['invoice_name'] ?? ''}
        hint={t('invoice.like_parcel')}
        error={errors['invoice_name']}
      />
      <FiscalAddress errors={errors} draft={draft} />
    </>
  );
}

/** The parcel's address, until another is asked for: then all of it. */
function FiscalAddress({ errors, draft = {} }: Omit<Props, 'total'>) {
  const { t } = useTranslation();
  const [isOther, setOther] = useState(draft['invoice_other'] === 'on');
  const postcodeError = errors['invoice_postal_code'];
  return (
    <>
      <label className="checkout__check">
        <input type="checkbox" name="invoice_other" checked={isOther} onChange={(event) => setOther(event.target.checked)} />
        <span>{t('invoice.other_address')}</span>
      </label>
      {isOther && (
        <>
          <Field
            label={t('invoice.address')}
            name="invoice_address"
            autoComplete="billing address-line1"
            required
            maxLength={200}
            defaultValue={draft['invoice_address'] ?? ''}
            error={errors['invoice_address']}
          />
          <div className="form__pair">
            <Field
              label={t('invoice.postcode')}
              name="invoice_postal_code"
              autoComplete="billing postal-code"
              inputMode="numeric"
              dir="ltr"
              required
              maxLength={12}
              defaultValue={draft['invoice_postal_code'] ?? ''}
              error={postcodeError && (postcodeError === t('form.required') ? postcodeError : t('form.postcode_format'))}
            />
            <Field
              label={t('invoice.city')}
              name="invoice_city"
              autoComplete="billing address-level2"
              required
              maxLength={100}
              defaultValue={draft['invoice_city'] ?? ''}
              error={errors['invoice_city']}
            />
          </div>
        </>
      )}
    </>
  );
}

/** A buyer's tax number. */
export function NifField({ value = '', error }: { value?: string; error?: string }) {
  const { t } = useTranslation();
  const wrong = (said: string) => (said === t('form.required') ? said : t('invoice.nif_wrong'));
  return (
    <Field
      label={t('invoice.nif')}
      name="nif"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      required
      maxLength={20}
      defaultValue={value}
      error={error && wrong(error)}
    />
  );
}
