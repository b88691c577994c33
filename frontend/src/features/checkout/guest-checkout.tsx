import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Field } from '../../ui/field';
import { latinFigures } from '../../ui/figures';
import { isPeninsular } from '../account/delivery-area';
import { EmailField, NameField, PhoneField } from '../account/fields';
import { isPhone } from '../account/phone';
import { provinceOf } from '../account/provinces';
import { useForm, type FieldErrors, type FormValues } from '../account/use-form';
import type { CartLine } from '../cart/cart';
import { InvoiceFields, invoiceOf } from '../invoices/buyer-fields';
import { guestDraft, keepGuestDraft, type GuestDraft } from './guest-draft';
import { PayPanel } from './pay-panel';
import type { PurchaseState } from './use-purchase';

/** Orders travel within Spain, so nobody is asked; a parcel label is written in the country's own language. */
const country = 'España';

type Props = { lines: CartLine[]; purchase: PurchaseState };

/** Everything a purchase without an account asks for, on one page. */
export function GuestCheckout({ lines, purchase }: Props) {
  const { t } = useTranslation();
  const [draft] = useState(guestDraft);
  const check = ({ postal_code = '', phone = '' }: FormValues): FieldErrors => {
    const written = /^[0-9]{5}$/.test(postal_code);
    const outside = t(written && provinceOf(postal_code) ? 'form.outside_peninsula' : 'form.postcode_format');
    return {
      ...(!isPhone(phone) && { phone: t('form.phone_format') }),
      ...(!isPeninsular(postal_code) && { postal_code: outside }),
    };
  };
  const { errors, handlers } = useForm({
    check,
    send: (values) => {
      const { email = '', name = '', address = '', postal_code = '', city = '', phone = '' } = values;
      const to = { name, address, city, postal_code, country, ...(phone && { phone }) };
      return purchase.buy(to, { email, invoice: invoiceOf(values, to) });
    },
    onError: purchase.onRefused,
  });
  return (
    <form
      className="two-columns"
      {...handlers}
      onInput={(event) => {
        handlers.onInput(event);
        keepGuestDraft(event.currentTarget);
      }}
    >
      <div className="stack">
        <section className="panel stack">
          <h2 className="panel__title">{t('guest.title')}</h2>
          <p className="muted">
            {t('guest.lead')} <Link to={paths.loginFor(paths.checkout)}>{t('guest.sign_in')}</Link>
          </p>
          <EmailField errors={errors} value={draft['email']} autoComplete="email" isNew hint={t('guest.email_hint')} />
          <NameField errors={errors} value={draft['name']} autoComplete="shipping name" />
          <Address errors={errors} draft={draft} />
          <PhoneField errors={errors} value={draft['phone']} />
        </section>
        <InvoiceFields errors={errors} draft={draft} total={purchase.total} />
      </div>
      <PayPanel lines={lines} purchase={purchase} delivered />
    </form>
  );
}

/** Street, postcode with its province, and town. */
function Address({ errors, draft }: { errors: FieldErrors; draft: GuestDraft }) {
  const { t } = useTranslation();
  const [postcode, setPostcode] = useState(draft['postal_code'] ?? '');
  const province = provinceOf(postcode);
  const outside = /^[0-9]{5}$/.test(postcode.trim()) && province !== undefined && !isPeninsular(postcode);
  return (
    <>
      <Field
        label={t('field.address')}
        name="address"
        autoComplete="shipping address-line1"
        placeholder={t('field.address_placeholder')}
        required
        maxLength={200}
        defaultValue={draft['address'] ?? ''}
        error={errors['address']}
      />
      <div className="form__pair">
        <Field
          label={t('field.postcode')}
          name="postal_code"
          autoComplete="shipping postal-code"
          inputMode="numeric"
          dir="ltr"
          required
          maxLength={12}
          value={postcode}
          onChange={(event) => setPostcode(latinFigures(event.target.value))}
          hint={province ? <bdi>{province}</bdi> : t('delivery.where')}
          error={errors['postal_code'] || (outside && t('form.outside_peninsula'))}
        />
        <Field
          label={t('field.city')}
          name="city"
          autoComplete="shipping address-level2"
          required
          maxLength={100}
          defaultValue={draft['city'] ?? ''}
          error={errors['city']}
        />
      </div>
    </>
  );
}
