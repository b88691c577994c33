import type { DeskOrder } from '../../api/types';
import { useTranslation } from '../../i18n';
import { CopyButton } from '../security/copy-button';

/** Copies an address as it stands on a parcel, and finds it on a map, which hears of it only when that is pressed. */
export function AddressActs({ of: { name, address, city, postal_code, country } }: { of: DeskOrder['shipping_address'] }) {
  const { t } = useTranslation();
  // Who was forgotten has none.
  if (address === '') return null;
  const place = [address, `${postal_code} ${city}`, country];
  return (
    <div className="row">
      <CopyButton label={t('desk.order.copy_address')} text={[name, ...place].join('\n')} />
      <a
        href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(place.join(', '))}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('desk.order.map')}
        <span className="visually-hidden"> ({t('order.new_tab')})</span>
      </a>
    </div>
  );
}
