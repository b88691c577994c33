import MailCheck from 'lucide-react/icons/mail-check';
import { useLayoutEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ResendConfirmation } from '../features/account/resend-confirmation';
import { useLoginPath } from '../features/account/use-login-path';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';

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
      <p className="notice">{t('check_email.spam')}</p>
      <ResendConfirmation email={email} />
      <p className="entry__other">
        {t('check_email.later')} <Link to={login}>{t('check_email.login')}</Link>
      </p>
    </EntryPage>
  );
}
