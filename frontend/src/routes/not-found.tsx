import { useTranslation } from '../i18n';
import { Link } from 'react-router';
import { useTitle } from '../features/site/use-navigation-effects';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';
import { CallLink } from '../call-link';
import { Empty } from '../ui/empty';

export default function NotFound() {
  const { t } = useTranslation();
  useTitle(t('not_found.title'));
  return (
    <div className="page">
      <Empty heading="h1" art={<p className="not-found__number">404</p>} title={t('not_found.title')} text={t('not_found.text')}>
        <Link className={buttonClass('primary')} to={paths.home}>
          {t('nav.home')}
        </Link>
        <Link className={buttonClass('secondary')} to={paths.store()}>
          {t('nav.store')}
        </Link>
        <CallLink />
      </Empty>
    </div>
  );
}
