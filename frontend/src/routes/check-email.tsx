import MailCheck from 'lucide-react/icons/mail-check';
import { useLayoutEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { confirm } from '../features/account/auth';
import { codeOf } from '../features/account/code';
import { CodeField, useCodeCheck } from '../features/account/code-field';
import { ResendConfirmation } from '../features/account/resend-confirmation';
import { useFailure } from '../features/account/use-failure';
import { useForm } from '../features/account/use-form';
import { useLoginPath } from '../features/account/use-login-path';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { Button } from '../ui/button';

/** After registration, which notes the address in the browser's history; it also works without. */
export default function CheckEmail() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const login = useLoginPath();
  const [email, setEmail] = useState<string>();
  // After hydration only: the server does not know the browser's history.
  useLayoutEffect(() => setEmail((state as { email?: string } | null)?.email), [state]);
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
      <ResendConfirmation email={email} />
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
  const { busy, errors, handlers } = useForm({
    check: useCodeCheck('token'),
    send: async ({ token = '' }) => {
      await confirm('signup', { email, token: codeOf(token) });
      await navigate(paths.welcome, { state: { confirmed: true } });
    },
    onError: useFailure(t('welcome.failed')),
  });
  return (
    <form className="stack" {...handlers}>
      <CodeField name="token" hint={t('check_email.code_hint')} errors={errors} />
      <Button type="submit" block busy={busy}>
        {t('welcome.confirm')}
      </Button>
    </form>
  );
}
