import { useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { brands, carrierOf, carrierUrl } from '../features/orders/tracking';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';

/** Sends the reader on to the carrier's page of a parcel. */
export default function Tracking() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const typed = query.get('number')?.trim() ?? '';
  // As it is copied from a label or a mail.
  const carrier = carrierOf(query.get('carrier'));
  const url = carrierUrl(typed.replace(/[\s-]/g, '').toUpperCase(), carrier);
  useTitle(t('tracking.title'));
  useEffect(() => {
    if (url !== null) location.replace(url);
  }, [url]);
  if (typed === '') return <Navigate to={paths.account} replace />;
  if (url === null) {
    return (
      <div className="page">
        <Empty heading="h1" title={t('tracking.title')} text={t('tracking.wrong', { number: typed })}>
          <Link className={buttonClass('primary')} to={paths.accountTab('orders')}>
            {t('success.orders')}
          </Link>
        </Empty>
      </div>
    );
  }
  return (
    <div className="page">
      <Empty heading="h1" title={t('tracking.title')} text={t('tracking.redirecting', { carrier: brands[carrier] ?? '' })}>
        <a className={buttonClass('secondary')} href={url}>
          {t('tracking.open')}
        </a>
      </Empty>
    </div>
  );
}
