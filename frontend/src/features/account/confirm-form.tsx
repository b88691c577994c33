import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/client';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { passwordNeededFor } from './auth';
import { PasswordField, UsernameField } from './fields';
import { useFailure } from './use-failure';
import { useForm, type FieldErrors, type FormValues } from './use-form';

type Props = {
  /** Shows what was mailed, with `password` where one was asked for; answers whether the browser leaves by itself. */
  send: (values: FormValues) => Promise<boolean>;
  submit: string;
  /** The account is to be an administrator's. */
  isAdmins?: boolean;
  /** Why a password is asked for. */
  choose: (email: string) => string;
  check?: (values: FormValues) => FieldErrors;
  onConfirmed: () => void;
  /** What was mailed is used or too old, and is not typed here. */
  onExpired?: () => void;
  /** Where the proof is typed. */
  children?: (errors: FieldErrors) => ReactNode;
};

/** Confirms an address by what was mailed there; asks for a password where the account has none. */
export function ConfirmForm({ send, submit, isAdmins, choose, check, onConfirmed, onExpired, children }: Props) {
  const { t } = useTranslation();
  const [account, setAccount] = useState<string | null>(null);
  const { busy, errors, handlers } = useForm({
    check,
    send: async (values) => {
      try {
        if (!(await send(values))) onConfirmed();
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
            {choose(account)}
          </p>
          <UsernameField email={account} />
          <PasswordField isNew isAdmins={isAdmins} autoFocus label={t('field.new_password')} errors={errors} />
        </>
      )}
      <Button type="submit" block busy={busy}>
        {submit}
      </Button>
    </form>
  );
}
