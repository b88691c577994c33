import type { DeskOrder } from '../../api/types';
import { useTranslation } from '../../i18n';
import { CopyButton } from '../security/copy-button';

/** Copies an address as it stands on a parcel. */
export function AddressActs({ of: { name, address, city, postal_code, country } }: { of: DeskOrder['shipping_address'] }) {
  const { t } = useTranslation();
  // Who was forgotten has none.
  if (address === '') return null;
  return (
    <div className="row">
      <CopyButton label={t('desk.order.copy_address')} text={[name, address, `${postal_code} ${city}`, country].join('\n')} />
    </div>
  );
}
