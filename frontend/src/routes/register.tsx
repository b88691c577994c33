import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { localPath, rememberNext } from '../features/account/next-path';
import { ProviderLinks } from '../features/account/provider-links';
import { RegisterForm } from '../features/account/register-form';
import { useSession } from '../features/account/session';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';

/** Signing up; whoever is signed in goes on to where they were headed. */
export default function Register() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const next = localPath(query.get('next'));
  const isSignedIn = useSession().status === 'user';
  useTitle(t('register.title'));
  if (isSignedIn) return <Navigate to={next ?? paths.account} replace />;

  const done = (email: string) => void navigate(paths.checkEmail, { state: { email, sentAt: Date.now() } });

  return (
    <EntryPage title={t('register.title')} lead={t('register.lead')}>
      <RegisterForm onAsk={() => next !== null && rememberNext(next)} onDone={done} />
      <ProviderLinks next={next ?? undefined} />
      <p className="entry__other">
        {t('register.have_account')} <Link to={next === null ? paths.login : paths.loginFor(next)}>{t('register.login')}</Link>
      </p>
    </EntryPage>
  );
}
