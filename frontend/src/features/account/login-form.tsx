import { useState } from 'react';
import { ApiError, type ErrorCode } from '../../api/client';
import type { Factor } from '../../api/types';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { dismissToast } from '../../ui/toast';
import { signIn } from './auth';
import { useCaptcha } from './captcha';
import { EmailField, PasswordField, UsernameField } from './fields';
import { MailedCode } from './mailed-code';
import { ResendConfirmation } from './resend-confirmation';
import { useFailure } from './use-failure';
import { useForm } from './use-form';

type Props = {
  /** Whose password; typed in unless given. */
  email?: string;
  /** A mail is being asked for, whose link signs in. */
  onAskForMail?: () => void;
  /** Gets the second factors one of which is asked for next. */
  onProven: (factors: Factor[]) => Promise<void>;
};

const refusedWith = (error: unknown, code: ErrorCode): error is ApiError => error instanceof ApiError && error.code === code;

/** Where no address is asked for, it is the password alone that is wrong. */
const atPassword = ({ status, code, detail, params }: ApiError) => new ApiError(status, code, detail, { ...params, field: 'password' });

/** Signs in with address and password; where too many were tried, with a mailed code. */
export function LoginForm({ email: known, onAskForMail, onProven }: Props) {
  const { t } = useTranslation();
  const captcha = useCaptcha();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [throttled, setThrottled] = useState<string | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const tell = useFailure(t('login.failed'));
  const { busy, errors, handlers } = useForm({
    send: async ({ email = '', password = '' }) => {
      setUnconfirmed(null);
      setThrottled(null);
      setFailed(null);
      dismissToast();
      try {
        await onProven(await signIn(known ?? email, password, await captcha.take()));
      } catch (error) {
        if (refusedWith(error, 'over_request_rate_limit')) return setThrottled(known ?? email);
        if (known !== undefined && refusedWith(error, 'invalid_credentials')) throw atPassword(error);
        if (refusedWith(error, 'email_not_confirmed')) setUnconfirmed(email);
        throw error;
      }
    },
    onError: (error) => {
      if (!refusedWith(error, 'email_not_confirmed')) setFailed(error);
      tell(error);
    },
  });
  return (
    <>
      <form className="stack" {...handlers}>
        {known === undefined ? <EmailField errors={errors} autoComplete="username webauthn" /> : <UsernameField email={known} />}
        <PasswordField errors={errors} />
        {captcha.widget}
        {failed !== null && <p className="error-box">{errorText(t, failed)}</p>}
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
      {throttled !== null && (
        <div className="stack">
          <Throttled email={throttled} />
          <MailedCode kind="magiclink" email={throttled} onAsk={onAskForMail} onProven={onProven} />
        </div>
      )}
    </>
  );
}

function Throttled({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <div className="notice notice--attention" role="alert">
      <p>{t('login.throttled')}</p>
      <p>{t('login.throttled_by_mail', { email })}</p>
    </div>
  );
}
