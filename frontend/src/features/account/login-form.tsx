import { useState } from 'react';
import { ApiError } from '../../api/client';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { EmailField, PasswordField } from './fields';
import { ResendConfirmation } from './resend-confirmation';
import { signIn } from './session';
import { useForm } from './use-form';

/** Signs in; the page leaves once the session says so. */
export function LoginForm() {
  const { t } = useTranslation();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { busy, errors, handlers } = useForm({
    send: async ({ email = '', password = '' }) => {
      setUnconfirmed(null);
      await signIn(email, password).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'email_not_confirmed') setUnconfirmed(email);
        throw error;
      });
    },
    onError: (error) =>
      toast({
        title: t('login.failed'),
        description: errorText(t, error),
        variant: 'destructive',
      }),
  });
  return (
    <>
      <form className="stack" {...handlers}>
        <EmailField errors={errors} />
        <PasswordField errors={errors} />
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
