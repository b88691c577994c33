import { Link, Navigate, useSearchParams } from 'react-router';
import { LoginForm } from '../features/account/login-form';
import { localPath } from '../features/account/next-path';
import { useSession } from '../features/account/session';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';
import { paths } from '../paths';

/** Signing in; whoever is signed in goes on to where they were headed. */
export default function Login() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const session = useSession();
  useTitle(t('login.title'));
  if (session.status === 'user') {
    return <Navigate to={localPath(query.get('next')) ?? paths.account} replace />;
  }
  return (
    <EntryPage title={t('login.title')} lead={t('login.lead')}>
      <LoginForm />
      <p className="entry__other">
        {t('login.no_account')} <Link to={paths.register}>{t('login.register')}</Link>
      </p>
    </EntryPage>
  );
}
