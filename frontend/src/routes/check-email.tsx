import MailCheck from 'lucide-react/icons/mail-check';
import { useLayoutEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { confirmSignUp } from '../features/account/auth';
import { codeOf } from '../features/account/code';
import { CodeField, useCodeCheck } from '../features/account/code-field';
import { ConfirmForm } from '../features/account/confirm-form';
import { waitSeconds } from '../features/account/resend';
import { ResendConfirmation } from '../features/account/resend-confirmation';
import { useLoginPath } from '../features/account/use-login-path';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';

/** What registration notes in the browser's history. */
type Noted = { email?: string; sentAt?: number } | null;

/** How long it still takes until a mail sent then can be sent again, in seconds. */
const secondsLeft = (sentAt: number) =>
  Math.min(waitSeconds, Math.max(0, Math.ceil(waitSeconds - (Date.now() - sentAt) / 1000)));

/** After registration; it also works without. */
export default function CheckEmail() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const login = useLoginPath();
  const [{ email, first }, setMail] = useState<{ email?: string; first?: number }>({});
  // After hydration only: the server does not know the browser's history.
  useLayoutEffect(() => {
    const noted = state as Noted;
    setMail({ email: noted?.email, first: noted?.sentAt === undefined ? undefined : secondsLeft(noted.sentAt) });
  }, [state]);
  useTitle(t('check_email.title'));
  return (
    <EntryPage
      icon={<MailCheck />}
      title={t('check_email.title')}
      lead={email ? t('check_email.sent_to', { email }) : t('check_email.sent')}
    >
      <p>{t('check_email.open')}</p>
      {email !== undefined && <TypedCode email={email} />}
      <p className="notice">{t('check_email.spam')}</p>
      <ResendConfirmation key={email} email={email} first={first} />
      <p className="entry__other">
        {t('check_email.later')} <Link to={login}>{t('check_email.login')}</Link>
      </p>
    </EntryPage>
  );
}

/** The code of the mail, for whoever reads it on another device. */
function TypedCode({ email }: { email: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <ConfirmForm
      check={useCodeCheck('token')}
      send={({ token = '', password }) => confirmSignUp({ email, token: codeOf(token) }, password)}
      submit={t('welcome.confirm')}
      choose={(account) => t('welcome.choose', { email: account })}
      onConfirmed={() => void navigate(paths.welcome, { state: { confirmed: true } })}
    >
      {(errors) => <CodeField name="token" hint={t('check_email.code_hint')} errors={errors} />}
    </ConfirmForm>
  );
}
