import { Link, useSearchParams } from 'react-router';
import { errorText } from '../api/problem';
import { useResource } from '../api/resource';
import { useSite } from '../api/site';
import type { TariffAnswer } from '../api/types';
import { useTitle } from '../features/site/use-navigation-effects';
import { PriceNow } from '../features/tariff/price-now';
import { PriceTables } from '../features/tariff/price-tables';
import { tariffApi } from '../features/tariff/tariff-api';
import { useLang, useTranslation } from '../i18n';
import { LoadFailed } from '../load-failed';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';
import { longDate } from '../ui/format';
import { Spinner } from '../ui/spinner';

/** Characters of a postcode that the server looks at. */
const maxPostcode = 12;

/** What services cost, taxes in. */
export default function Tariff() {
  const { t } = useTranslation();
  const lang = useLang();
  const postcode = (useSearchParams()[0].get('postcode') ?? '').trim().slice(0, maxPostcode);
  const { data, error, reload } = useResource<TariffAnswer>(tariffApi.prices(lang));
  useTitle(t('tariff.title'));
  const tariff = data?.tariff;
  return (
    <div className="page section tariff">
      <div className="contact__head">
        <h1>{t('tariff.title')}</h1>
        {tariff && <p className="muted">{t('tariff.lead', { date: longDate(tariff.published_on.slice(0, 10), t) })}</p>}
      </div>
      {error && <LoadFailed title={errorText(t, error)} text="" error={error} reload={reload} />}
      {!data && !error && <Spinner label={t('common.loading')} />}
      {data && !tariff && <Unpublished />}
      {tariff && (
        <>
          <PriceNow postcode={postcode} hasJobs={tariff.jobs.length > 0} />
          <PriceTables tariff={tariff} />
        </>
      )}
      {data && <Rights {...data} />}
    </div>
  );
}

/** As long as there is no list, prices are told before anybody comes. */
function Unpublished() {
  const { t } = useTranslation();
  const { phone, phone_display: display } = useSite();
  return (
    <section className="panel stack">
      <p>{t('tariff.unpublished')}</p>
      <p className="row">
        <a className={buttonClass('primary')} href={paths.phone(phone)} dir="ltr">
          {display}
        </a>
      </p>
    </section>
  );
}

/** What holds of every service, by law, and what the firm adds to it. */
function Rights({ tariff, guarantee_months: least, own_guarantee_months: own }: TariffAnswer) {
  const { t } = useTranslation();
  return (
    <section className="panel stack" aria-labelledby="rights-title">
      <h2 className="panel__title" id="rights-title">
        {t('tariff.rights')}
      </h2>
      <ul className="tariff__rights">
        {tariff && <li>{t('tariff.no_urgency')}</li>}
        <li>
          {t('tariff.quote')} <Link to={paths.quote}>{t('footer.quote')}</Link>
        </li>
        <li>{own && own > least ? t('tariff.guarantee_own', { count: own, least }) : t('tariff.guarantee', { months: least })}</li>
        <li>
          {t('tariff.complaints')} <Link to={`${paths.terms}#changes`}>{t('footer.terms')}</Link>
        </li>
      </ul>
    </section>
  );
}
