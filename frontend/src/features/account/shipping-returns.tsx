import PackageCheck from 'lucide-react/icons/package-check';
import Undo2 from 'lucide-react/icons/undo-2';
import { Link } from 'react-router';
import { useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { BothLabels } from '../../ui/both-labels';
import { money } from '../../ui/format';

/** How the shop delivers and takes back, with the rates of the day. */
export function ShippingReturns() {
  const { t } = useTranslation();
  const lang = useLang();
  const { email, shipping } = useSite();
  const flat = money(shipping.flat_in_cents, lang);
  const free = money(shipping.free_from_in_cents, lang);
  return (
    <div className="policy">
      <section className="panel stack">
        <h2 className="panel__title">
          <PackageCheck aria-hidden="true" /> {t('shipping.delivery_title')}
        </h2>
        <ul>
          <li>{t('shipping.delivery_time')}</li>
          <li>{t('shipping.area')}</li>
          <li>
            {shipping.free_from_in_cents > 0
              ? t('shipping.cost', { flat, free })
              : t('shipping.cost_free')}
          </li>
        </ul>
      </section>
      <section className="panel stack">
        <h2 className="panel__title">
          <Undo2 aria-hidden="true" className="flip" /> {t('shipping.returns_title')}
        </h2>
        <ul>
          <li>{t('shipping.returns_days')}</li>
          <li>{t('shipping.returns_state')}</li>
          <li>{t('shipping.returns_excluded')}</li>
          <li>{t('shipping.returns_cost')}</li>
          <li>{t('shipping.returns_refund')}</li>
        </ul>
        {/* What the law gives beside the firm's own conditions, and where it is used. */}
        <p className="notice">
          {t('shipping.by_law')}{' '}
          <a href={paths.withdrawal}>
            <BothLabels text={t('footer.withdrawal')} />
          </a>
        </p>
        <p>
          {t('shipping.contact')} <a href={paths.mail(email)}>{email}</a>
        </p>
        <Link to={paths.contact}>{t('shipping.contact_form')}</Link>
        <Link to={paths.shippingReturns}>{t('shipping.more')}</Link>
      </section>
    </div>
  );
}
