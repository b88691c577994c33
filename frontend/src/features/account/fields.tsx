// The fields of a person and of an address, as registration and profile share them.

import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useRef, useState } from 'react';
import { useSite } from '../../api/site';
import type { Profile } from '../../api/types';
import { useTranslation } from '../../i18n';
import { IconButton } from '../../ui/button';
import { Field } from '../../ui/field';
import { latinFigures } from '../../ui/figures';
import { isPeninsular, isSpain } from './delivery-area';
import { meantMail } from './mail-slip';
import { provinceOf } from './provinces';
import type { FieldErrors } from './use-form';

type Errors = { errors: FieldErrors };

/** Orders travel within Spain, and a parcel label is written in the country's own language. */
const usualCountry = 'España';

type NameProps = Errors & { value?: string | null; autoComplete?: 'name' | 'shipping name' };

export function NameField({ errors, value, autoComplete = 'name' }: NameProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={t('field.name')}
      name="name"
      autoComplete={autoComplete}
      required
      maxLength={200}
      defaultValue={value ?? ''}
      error={errors.name}
    />
  );
}

type EmailProps = Errors & {
  value?: string;
  label?: string;
  hint?: string;
  autoComplete?: 'username' | 'username webauthn' | 'email';
  /** Mail goes to it before anybody has proved it: a slip in it is told. */
  isNew?: boolean;
};

export function EmailField({ errors, value = '', label, hint, autoComplete = 'username', isNew = false }: EmailProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [meant, setMeant] = useState<string | null>(null);
  const correct = () => {
    if (input.current === null || meant === null) return;
    input.current.value = meant;
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    input.current.focus();
    setMeant(null);
  };
  return (
    <Field
      ref={input}
      onBlur={(event) => isNew && setMeant(meantMail(event.target.value))}
      label={label ?? t('field.email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      required
      maxLength={254}
      defaultValue={value}
      hint={meant === null ? hint : <MeantMail meant={meant} onTake={correct} />}
      error={errors.email}
    />
  );
}

function MeantMail({ meant, onTake }: { meant: string; onTake: () => void }) {
  const { t } = useTranslation();
  return (
    <span role="status">
      {t('field.email_meant')}{' '}
      <button type="button" className="field__take" onClick={onTake}>
        <bdi>{meant}</bdi>
      </button>
    </span>
  );
}

type PasswordProps = Errors & {
  /** When a password is being chosen: the minimum length then counts. */
  isNew?: boolean;
  /** An administrator's needs more. */
  isAdmins?: boolean;
  name?: 'password' | 'current_password';
  label?: string;
  autoFocus?: boolean;
};

/** As the server asks for. */
const adminsMinLength = 12;

export function PasswordField({ errors, isNew, isAdmins, name = 'password', label, autoFocus }: PasswordProps) {
  const { t } = useTranslation();
  const min = Math.max(useSite().password_min_length, isAdmins ? adminsMinLength : 0);
  const [visible, setVisible] = useState(false);
  return (
    <Field
      label={label ?? t('field.password')}
      name={name}
      type={visible ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      required
      autoFocus={autoFocus}
      minLength={isNew ? min : undefined}
      placeholder={isNew ? t('field.password_placeholder', { min }) : undefined}
      error={errors[name]}
      suffix={
        <IconButton
          label={visible ? t('field.password_hide') : t('field.password_show')}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      }
    />
  );
}

/** For password managers: whose password a form without an address is about. */
export function UsernameField({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />;
}

/** For whoever brings a parcel; nobody needs to give one. */
export function PhoneField({ errors, value }: Errors & { value?: string | null }) {
  const { t } = useTranslation();
  return (
    <Field
      label={t('field.phone')}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="shipping tel"
      dir="ltr"
      maxLength={30}
      defaultValue={value ?? ''}
      hint={t('field.phone_hint')}
      error={errors.phone}
    />
  );
}

type AddressProps = Errors & { value?: Profile; required?: boolean };

/** Street, postcode, town and country; says at once where nothing is delivered to. */
export function AddressFields({ errors, value, required = false }: AddressProps) {
  const { t } = useTranslation();
  const [postcode, setPostcode] = useState(value?.postal_code ?? '');
  const [country, setCountry] = useState(value?.country || usualCountry);
  const outside = /^[0-9]{5}$/.test(postcode.trim()) && provinceOf(postcode) !== undefined && !isPeninsular(postcode);
  const abroad = country.trim() !== '' && !isSpain(country);
  return (
    <>
      <Field
        label={t('field.address')}
        name="address"
        autoComplete="shipping address-line1"
        placeholder={t('field.address_placeholder')}
        required={required}
        maxLength={200}
        defaultValue={value?.address ?? ''}
        error={errors.address}
      />
      <div className="form__pair">
        <Field
          label={t('field.postcode')}
          name="postal_code"
          autoComplete="shipping postal-code"
          inputMode="numeric"
          dir="ltr"
          required={required}
          maxLength={12}
          value={postcode}
          onChange={(event) => setPostcode(latinFigures(event.target.value))}
          hint={outside && !errors.postal_code ? t('form.outside_peninsula') : undefined}
          error={errors.postal_code}
        />
        <Field
          label={t('field.city')}
          name="city"
          autoComplete="shipping address-level2"
          required={required}
          maxLength={100}
          defaultValue={value?.city ?? ''}
          error={errors.city}
        />
      </div>
      <Field
        label={t('field.country')}
        name="country"
        autoComplete="shipping country-name"
        required={required}
        maxLength={60}
        value={country}
        onChange={(event) => setCountry(event.target.value)}
        hint={t(abroad && !errors.country ? 'form.outside_country' : 'delivery.where')}
        error={errors.country}
      />
    </>
  );
}
