import { Link } from 'react-router';
import { DeskPage } from '../../features/desk/desk-page';
import { deskPaths } from '../../features/desk/desk-paths';
import { useTranslation } from '../../i18n';
import { buttonClass } from '../../ui/button';

/** An address below /admin that is no page of the desk. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <DeskPage title={t('not_found.title')}>
      <p>
        <Link className={buttonClass('secondary')} to={deskPaths.today}>
          {t('desk.place.today')}
        </Link>
      </p>
    </DeskPage>
  );
}
