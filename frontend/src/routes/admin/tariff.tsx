import { Link } from 'react-router';
import { useResource } from '../../api/resource';
import type { DeskTariff, TariffVersionList } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi } from '../../features/desk/desk-paths';
import { History } from '../../features/desk/tariff/history';
import { TariffOwed } from '../../features/desk/tariff/owed';
import { TariffForm } from '../../features/desk/tariff/tariff-form';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';

/** What services cost: the one table there is, and what was published before. */
export function Tariff() {
  const { t } = useTranslation();
  const answer = useResource<DeskTariff>(deskApi.tariff);
  const versions = useResource<TariffVersionList>(deskApi.tariffVersions);
  return (
    <DeskPage
      title={t('desk.place.tariff')}
      actions={
        <Link className={buttonClass('secondary')} to={paths.tariff}>
          {t('desk.tariff.see')}
        </Link>
      }
    >
      <p className="muted">{t('desk.tariff.lead')}</p>
      <Loaded resource={answer}>
        {(tariff) => (
          <>
            {tariff.prices.hour_in_cents == null && <TariffOwed />}
            <TariffForm
              tariff={tariff}
              onSaved={async () => {
                await Promise.all([answer.reload(), versions.reload()]);
              }}
            />
          </>
        )}
      </Loaded>
      {/* Not before what stands above it. */}
      {answer.data && <History versions={versions} />}
    </DeskPage>
  );
}
