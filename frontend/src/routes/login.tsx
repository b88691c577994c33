import { useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { LoginForm } from '../features/account/login-form';
import { forgetNext, localPath } from '../features/account/next-path';
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
  const next = localPath(query.get('next'));
  const signedIn = session.status === 'user';
  useTitle(t('login.title'));
  useEffect(() => {
    if (signedIn) forgetNext();
  }, [signedIn]);
  if (signedIn) return <Navigate to={next ?? paths.account} replace />;
  return (
    <EntryPage title={t('login.title')} lead={t('login.lead')}>
      <LoginForm />
      <p className="entry__other">
        {t('login.no_account')} <Link to={next === null ? paths.register : paths.registerFor(next)}>{t('login.register')}</Link>
      </p>
    </EntryPage>
  );
}
