import { Link } from 'react-router';
import { useTranslation } from '../../../i18n';
import { buttonClass } from '../../../ui/button';
import { deskPaths } from '../desk-paths';

/** What the law wants of whoever offers services, as long as it is not there. */
export function TariffOwed({ withLink = false }: { withLink?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="notice notice--attention stack">
      <p>
        <strong>{t('desk.tariff.owed_title')}</strong>
      </p>
      <p>{t('desk.tariff.owed')}</p>
      {withLink && (
        <p>
          <Link className={buttonClass('secondary')} to={deskPaths.tariff}>
            {t('desk.tariff.fill')}
          </Link>
        </p>
      )}
    </div>
  );
}
