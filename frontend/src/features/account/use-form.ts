// Forms that lose nothing: native checks with texts in the page's language, the server's refusals
// at the field they are about, one submission at a time, and the first wrong field focused.

import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { ApiError } from '../../api/client';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import type { TFunction } from '../../translation';
import { latinFigures } from '../../ui/figures';
import { useAlive } from '../../ui/use-alive';

/** Field values by name, trimmed (passwords as typed). */
export type FormValues = Record<string, string>;

/** Messages by field name. */
export type FieldErrors = Record<string, string>;

export type FormOptions = {
  /** `clear` empties the form. Answers `leaving` when another page comes in its place: nothing more is sent then. */
  send: (values: FormValues, clear: () => void) => Promise<'leaving' | void>;
  /** Refusals that belong to no field of the form. */
  onError: (error: unknown) => void;
  /** Checks beyond the native ones. */
  check?: (values: FormValues) => FieldErrors;
  /** Why the form came back that the browser sent by itself. */
  refusal?: ApiError | null;
  /** The form was not sent, because of what its fields show now. */
  onRefused?: (values: FormValues) => void;
};

/** The handlers of a `<form noValidate {...form.handlers}>`, and what its fields have to show. */
export function useForm({ send, onError, check, refusal = null, onRefused }: FormOptions) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>(() => {
    const field = refusal && fieldIn(refusal);
    return field ? { [field]: fieldText(t, refusal) } : {};
  });
  const alive = useAlive();
  // State comes a render too late.
  const sending = useRef(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (sending.current) return;
    const values = valuesOf(form);
    if (show(form, { ...check?.(values), ...nativeErrors(form, t) })) return onRefused?.(values);
    sending.current = true;
    setBusy(true);
    try {
      if ((await send(values, () => form.reset())) === 'leaving') return;
    } catch (error) {
      const refused = refusedIn(form, error);
      if (refused.length === 0) onError(error);
      else show(form, Object.fromEntries(refused.map(({ name, why }) => [name, fieldText(t, why)])));
    }
    sending.current = false;
    setBusy(false);
  }

  /** The second half of a double click would send what the first left of the form. */
  function onClick(event: MouseEvent<HTMLFormElement>) {
    if (event.detail > 1 && (event.target as Element).closest('[type="submit"]')) event.preventDefault();
  }

  function show(form: HTMLFormElement, found: FieldErrors): boolean {
    setErrors(found);
    const first = controls(form).find(({ name }) => found[name]);
    // What is folded away takes no focus.
    const fold = first?.closest('details');
    if (fold) fold.open = true;
    first?.focus();
    return first !== undefined;
  }

  /** A message goes as soon as its field is corrected. */
  function onInput({ target }: FormEvent<HTMLFormElement>) {
    if (!isControl(target)) return;
    const { name } = target;
    setErrors((shown) => (shown[name] ? { ...shown, [name]: '' } : shown));
  }

  // `post`: what is sent before the page is alive must not end up in an address. Until then the browser's own checks help.
  return { busy, errors, handlers: { noValidate: alive, method: 'post', onSubmit, onClick, onInput } };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

function controls(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(isControl);
}

function valuesOf(form: HTMLFormElement): FormValues {
  return Object.fromEntries(
    controls(form).map((control) => [control.name, written(control)]),
  );
}

function written({ name, value, type, inputMode }: Control): string {
  if (name.endsWith('password')) return value;
  return type === 'tel' || inputMode === 'numeric' ? latinFigures(value.trim()) : value.trim();
}

function nativeErrors(form: HTMLFormElement, t: TFunction): FieldErrors {
  const wrong = controls(form).filter((input) => !input.validity.valid || isBlank(input));
  return Object.fromEntries(wrong.map((input) => [input.name, nativeText(input, t)]));
}

/** The browser takes spaces for an answer. */
function isBlank({ required, value }: Control): boolean {
  return required && value.trim() === '';
}

function nativeText(input: Control, t: TFunction): string {
  const { validity } = input;
  if (isBlank(input)) return t('form.required');
  if (validity.tooShort && 'minLength' in input) return t('form.too_short', { min: input.minLength });
  if (validity.typeMismatch) return t('form.email_format');
  if (input.type === 'tel') return t('form.phone_format');
  // A field may have words of its own.
  return input.dataset.wrong ?? t('form.invalid');
}

/** The field that a refusal names; nested names count by their last part. */
function fieldIn({ code, params }: ApiError): string | null {
  const named = code === 'weak_password' ? 'password' : params.field;
  return typeof named === 'string' ? (named.split('.').at(-1) ?? null) : null;
}

/** A refusal for each field of the form that the server names; what an invoice asks for is `invoice_city` and the like here. */
function refusedIn(form: HTMLFormElement, error: unknown): { name: string; why: ApiError }[] {
  if (!(error instanceof ApiError)) return [];
  const { status, code, detail, params } = error;
  const fields = Array.isArray(params.fields) ? params.fields : [params.field];
  // A control without a name is no field: what is about none would be taken for it.
  const names = new Set(controls(form).flatMap(({ name }) => name || []));
  return fields.flatMap((field) => {
    const why = new ApiError(status, code, detail, { ...params, field });
    const whole = typeof field === 'string' ? field.replaceAll('.', '_') : '';
    const name = [whole, fieldIn(why) ?? '', `invoice_${whole}`].find((known) => names.has(known));
    return name === undefined ? [] : [{ name, why }];
  });
}

/** Why the server did not take a field, as a check in the browser would say it. */
function fieldText(t: TFunction, error: unknown): string {
  const reason = error instanceof ApiError && error.code === 'validation_failed' ? (error.params.reason ?? error.params.field) : undefined;
  if (reason === 'missing') return t('form.required');
  if (reason === 'email') return t('form.email_format');
  if (reason === 'phone') return t('form.phone_format');
  if (reason === 'too_long') return t('form.invalid');
  return errorText(t, error);
}
