import MapPin from 'lucide-react/icons/map-pin';
import { Link } from 'react-router';
import type { AddressInput } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { buttonClass } from '../../ui/button';
import { PostalAddress } from '../../ui/postal-address';

/** Where the order goes, whether it can, and the way to change it; and where its mails go. */
export function AddressCard({ address, email, delivered }: { address: AddressInput; email: string; delivered: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="panel stack">
      <h2 className="panel__title">
        <MapPin aria-hidden="true" /> {t('checkout.address_title')}
      </h2>
      <PostalAddress address={address} />
      <p>
        {t('success.mailed_to')} <bdi>{email}</bdi>
      </p>
      {delivered ? (
        <p className="muted">{t('delivery.where')}</p>
      ) : (
        <p className="notice notice--attention">{t('checkout.outside_text')}</p>
      )}
      <Link className={buttonClass('secondary')} to={paths.accountTab('profile', 'checkout')}>
        {t('checkout.address_change')}
      </Link>
    </section>
  );
}
