// What both forms ask for, and what both say below their button.

import { Link } from 'react-router';
import { officeOf, useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Field } from '../../ui/field';
import { TextField } from '../../ui/text-field';
import type { FieldErrors } from '../account/use-form';

type Errors = { errors: FieldErrors };

export function NameAndEmail({ errors }: Errors) {
  const { t } = useTranslation();
  return (
    <>
      <Field label={t('field.name')} name="name" autoComplete="name" required maxLength={100} error={errors.name} />
      <Field
        label={t('field.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        required
        maxLength={254}
        error={errors.email}
      />
    </>
  );
}

export function MessageField({ errors, label, hint }: Errors & { label: string; hint?: string }) {
  return (
    <TextField label={label} hint={hint} name="message" rows={6} required maxLength={4000} error={errors.message} />
  );
}

/** People neither see nor reach it; machines that fill in everything give themselves away. */
export const Trap = () => (
  <input className="visually-hidden" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
);

export function ConsentLine() {
  const { t } = useTranslation();
  return (
    <p className="field__hint">
      {t('inquiry.consent')} <Link to={paths.privacy}>{t('footer.privacy')}</Link>
    </p>
  );
}

/** In place of a form that cannot be sent without scripts. */
export function WithoutScripts() {
  const { t } = useTranslation();
  const site = useSite();
  const { phone, display } = officeOf(site);
  const { email } = site;
  return (
    <noscript>
      <p className="notice">
        {t('inquiry.no_script')}{' '}
        <a href={paths.phone(phone)} dir="ltr">
          {display}
        </a>
        {' · '}
        <a href={paths.mail(email)} dir="ltr">
          {email}
        </a>
      </p>
    </noscript>
  );
}
