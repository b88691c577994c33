import { Link } from 'react-router';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { PriceNowForm } from './price-now-form';

/** What calling somebody out costs now, asked where emergencies are spoken of; nothing while no prices are published. */
export function AskPrice({ Title }: { Title: 'h2' | 'h4' }) {
  const { t } = useTranslation();
  const { tariff } = useSite();
  if (!tariff) return null;
  return (
    <div className="price-now">
      <Title className="price-now__title">{t('price_now.title')}</Title>
      <p className="muted">{t('price_now.lead')}</p>
      <PriceNowForm />
      <p>
        <Link to={paths.tariff}>{t('price_now.all')}</Link>
      </p>
    </div>
  );
}
