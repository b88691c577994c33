import { useState } from 'react';
import { ApiError } from '../../api/client';
import type { Factor } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { signIn } from './auth';
import { useCaptcha } from './captcha';
import { EmailField, PasswordField, UsernameField } from './fields';
import { ResendConfirmation } from './resend-confirmation';
import { useFailure } from './use-failure';
import { useForm } from './use-form';

type Props = {
  /** Whose password; typed in unless given. */
  email?: string;
  /** Gets the second factors one of which is asked for next. */
  onProven: (factors: Factor[]) => Promise<void>;
};

/** Signs in with address and password. */
export function LoginForm({ email: known, onProven }: Props) {
  const { t } = useTranslation();
  const captcha = useCaptcha();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { busy, errors, handlers } = useForm({
    send: async ({ email = '', password = '' }) => {
      setUnconfirmed(null);
      try {
        await onProven(await signIn(known ?? email, password, await captcha.take()));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'email_not_confirmed') setUnconfirmed(email);
        throw error;
      }
    },
    onError: useFailure(t('login.failed')),
  });
  return (
    <>
      <form className="stack" {...handlers}>
        {known === undefined ? <EmailField errors={errors} /> : <UsernameField email={known} />}
        <PasswordField errors={errors} />
        {captcha.widget}
        <Button type="submit" block busy={busy}>
          {t('login.submit')}
        </Button>
      </form>
      {unconfirmed !== null && (
        <div className="notice stack" role="status">
          <p>{t('login.unconfirmed')}</p>
          <ResendConfirmation email={unconfirmed} />
        </div>
      )}
    </>
  );
}
