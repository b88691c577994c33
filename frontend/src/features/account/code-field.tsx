import { useTranslation } from '../../i18n';
import { Field } from '../../ui/field';
import { codeOf, isSixDigits } from './code';
import type { FieldErrors, FormValues } from './use-form';

type Props = {
  /** Its name in the form, and in the server's refusals. */
  name: 'token' | 'nonce' | 'code';
  hint?: string;
  errors: FieldErrors;
  /** Where the step before this one ended with a click. */
  autoFocus?: boolean;
};

/** What all codes have in common. The browser's own limit would cut what is pasted with spaces. */
const typing = { autoCapitalize: 'none', spellCheck: false, dir: 'ltr', required: true, maxLength: 40 } as const;

/** One field for six digits: phones offer the code of the message, and a whole code can be pasted. */
export function CodeField({ name, hint, errors, autoFocus }: Props) {
  const { t } = useTranslation();
  return (
    <Field
      {...typing}
      className="code-field"
      label={t('code.label')}
      name={name}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      hint={hint}
      error={errors[name]}
    />
  );
}

/** A recovery code: letters and figures. */
export function RecoveryCodeField({ errors, autoFocus }: Pick<Props, 'errors' | 'autoFocus'>) {
  const { t } = useTranslation();
  return (
    <Field
      {...typing}
      className="code-field"
      label={t('factor.recovery_label')}
      name="code"
      autoComplete="off"
      autoFocus={autoFocus}
      hint={t('factor.recovery_hint')}
      error={errors.code}
    />
  );
}

/** A form's check: says so when what was typed cannot be six digits. */
export function useCodeCheck(name: Props['name']): (values: FormValues) => FieldErrors {
  const { t } = useTranslation();
  return (values) => (isSixDigits(codeOf(values[name] ?? '')) ? {} : { [name]: t('code.format') });
}
