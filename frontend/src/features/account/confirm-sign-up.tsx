import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/client';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { confirmSignUp, passwordNeededFor, type SignUpProof } from './auth';
import { PasswordField, UsernameField } from './fields';
import { useFailure } from './use-failure';
import { useForm, type FieldErrors, type FormValues } from './use-form';

type Props = {
  /** What shows that the mail was read. */
  proofOf: (values: FormValues) => SignUpProof;
  check?: (values: FormValues) => FieldErrors;
  onConfirmed: () => void;
  /** What was mailed is used or too old, and is not typed here. */
  onExpired?: () => void;
  /** Where the proof is typed. */
  children?: (errors: FieldErrors) => ReactNode;
};

/** Confirms the address of a sign-up; asks for a password where more than one was made for it. */
export function ConfirmSignUp({ proofOf, check, onConfirmed, onExpired, children }: Props) {
  const { t } = useTranslation();
  const [account, setAccount] = useState<string | null>(null);
  const { busy, errors, handlers } = useForm({
    check,
    send: async (values) => {
      try {
        if (!(await confirmSignUp(proofOf(values), values.password))) onConfirmed();
      } catch (error) {
        const needed = passwordNeededFor(error);
        if (needed !== null) return setAccount(needed);
        if (onExpired && error instanceof ApiError && error.code === 'otp_expired') return onExpired();
        throw error;
      }
    },
    onError: useFailure(t('welcome.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      {children?.(errors)}
      {account !== null && (
        <>
          <p className="notice notice--attention" role="alert">
            {t('welcome.choose', { email: account })}
          </p>
          <UsernameField email={account} />
          <PasswordField isNew autoFocus label={t('field.new_password')} errors={errors} />
        </>
      )}
      <Button type="submit" block busy={busy}>
        {t('welcome.confirm')}
      </Button>
    </form>
  );
}
