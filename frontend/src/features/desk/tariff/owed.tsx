import { useTranslation } from '../../../i18n';

/** What the law wants of whoever offers services, as long as it is not there. */
export function TariffOwed() {
  const { t } = useTranslation();
  return (
    <div className="notice notice--attention stack">
      <p>
        <strong>{t('desk.tariff.owed_title')}</strong>
      </p>
      <p>{t('desk.tariff.owed')}</p>
    </div>
  );
}
