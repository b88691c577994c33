// What both forms ask for, and what both say above and below.

import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ApiError } from '../../api/client';
import { errorText } from '../../api/problem';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { TextField } from '../../ui/text-field';
import { CallOrWrite } from '../../without-scripts';
import type { FieldErrors } from '../account/use-form';
import { Sent } from './sent';

/** `values` are what the form opens with. */
export type FormState = { errors: FieldErrors; values: Record<string, string> };

export function NameAndEmail({ errors, values }: FormState) {
  const { t } = useTranslation();
  return (
    <div className="inquiry__pair">
      <Field
        label={t('field.name')}
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={values.name}
        error={errors.name}
      />
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
        defaultValue={values.email}
        error={errors.email}
      />
    </div>
  );
}

export function MessageField({ errors, values, label, hint, begun }: FormState & { label: string; hint?: string; begun?: string }) {
  return (
    <TextField
      label={label}
      hint={hint}
      name="message"
      rows={6}
      required
      maxLength={4000}
      defaultValue={values.message ?? begun}
      error={errors.message}
    />
  );
}

/** People neither see nor reach it; machines that fill in everything give themselves away. */
const Trap = () => (
  <input className="visually-hidden" name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
);

function ConsentLine() {
  const { t } = useTranslation();
  return (
    <p className="field__hint">
      {t('inquiry.consent')} <Link to={paths.privacy}>{t('footer.privacy')}</Link>
    </p>
  );
}

/** The end of a form that is sent to the firm: its button, and what somebody agrees to by it. */
export function FormEnd({ send, busy }: { send: string; busy: boolean }) {
  return (
    <>
      <Trap />
      <input type="hidden" name="lang" value={useLang()} />
      <Button type="submit" busy={busy}>
        {send}
      </Button>
      <ConsentLine />
    </>
  );
}

type SendableProps = {
  error: ApiError | null;
  /** What has arrived once it is sent. */
  kind: 'quote' | 'message';
  /** Said where forms are switched off. */
  off?: string;
  /** The form. */
  children: ReactNode;
};

/** A form that the browser can send by itself: below what is wrong with it when it came back; its receipt once it has arrived. */
export function Sendable({ error, kind, off, children }: SendableProps) {
  const [query] = useSearchParams();
  if (error === null && query.has('sent')) return <Sent of={{ kind }} />;
  return (
    <>
      {error && <Refused error={error} off={off} />}
      {children}
    </>
  );
}

function Refused({ error, off }: { error: ApiError; off?: string }) {
  const { t } = useTranslation();
  const isOff = error.code === 'contact_form_off';
  return (
    <div className="notice notice--attention stack" role="alert">
      <p>
        <strong>{isOff && off !== undefined ? off : t('quote.failed_title')}</strong>
      </p>
      <p>{errorText(t, error)}</p>
      {error.code === 'payload_too_large' && <p>{t('inquiry.go_back')}</p>}
      {error.params.field === undefined && (
        <p>
          <CallOrWrite lead={t('no_script.instead')} />
        </p>
      )}
    </div>
  );
}
