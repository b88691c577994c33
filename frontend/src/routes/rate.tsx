import { useContext } from 'react';
import { Link, useParams } from 'react-router';
import { OwnContext } from '../api/own';
import { RateForm } from '../features/rating/rate-form';
import { useTitle } from '../features/site/use-navigation-effects';
import { useTranslation } from '../i18n';
import { paths } from '../paths';
import { buttonClass } from '../ui/button';
import { Empty } from '../ui/empty';

/** Where the link of a mail leads that asks for stars. */
export default function Rate() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const own = useContext(OwnContext).rating;
  const rating = own?.path === paths.rate(id) ? own : null;
  useTitle(t('rate.title'));
  if (rating?.state !== 'open') {
    const state = rating?.state ?? 'unknown';
    return (
      <div className="page">
        <Empty heading="h1" title={t('rate.title')} text={t(`rate.state.${state}`)}>
          <Link className={buttonClass('primary')} to={paths.store()}>
            {t('product.back')}
          </Link>
        </Empty>
      </div>
    );
  }
  return (
    <div className="page section stack rate-page">
      <h1>{t('rate.title')}</h1>
      <p>{rating.of_firm ? t('rate.lead_firm') : t('rate.lead_order', { number: rating.number })}</p>
      {rating.sent && (
        <p className="notice" role="status">
          {t('rate.sent')}
        </p>
      )}
      {rating.wrong && (
        <p className="notice notice--danger" role="alert">
          {t(rating.wrong.field === 'stars' ? 'rate.wrong_stars' : 'rate.wrong_text')}
        </p>
      )}
      <RateForm rating={rating} />
    </div>
  );
}
