import { Link, useNavigate, useSearchParams } from 'react-router';
import { localPath, rememberNext } from '../features/account/next-path';
import { ProviderLinks } from '../features/account/provider-links';
import { RegisterForm } from '../features/account/register-form';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';
import { paths } from '../paths';

export default function Register() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const next = localPath(query.get('next'));
  useTitle(t('register.title'));

  const done = (email: string) => {
    if (next !== null) rememberNext(next);
    void navigate(paths.checkEmail, { state: { email } });
  };

  return (
    <EntryPage title={t('register.title')} lead={t('register.lead')}>
      <RegisterForm onDone={done} />
      <ProviderLinks next={next ?? undefined} />
      <p className="entry__other">
        {t('register.have_account')} <Link to={next === null ? paths.login : paths.loginFor(next)}>{t('register.login')}</Link>
      </p>
    </EntryPage>
  );
}
