import { Link, useNavigate } from 'react-router';
import { RegisterForm } from '../features/account/register-form';
import { EntryPage } from '../features/site/entry-page';
import { useTitle } from '../features/site/use-title';
import { useTranslation } from '../i18n';
import { paths } from '../paths';

export default function Register() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useTitle(t('register.title'));
  return (
    <EntryPage title={t('register.title')} lead={t('register.lead')}>
      <RegisterForm onDone={(email) => void navigate(paths.checkEmail, { state: { email } })} />
      <p className="entry__other">
        {t('register.have_account')} <Link to={paths.login}>{t('register.login')}</Link>
      </p>
    </EntryPage>
  );
}
