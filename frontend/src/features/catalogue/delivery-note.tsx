import Truck from 'lucide-react/icons/truck';
import { useSite } from '../../api/site';
import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';

/** Where the shop delivers and what it costs, said before anyone types an address. */
export function DeliveryNote() {
  const { t } = useTranslation();
  const lang = useLang();
  const { shipping } = useSite();
  const rate = { cost: money(shipping.flat_in_cents, lang), free: money(shipping.free_from_in_cents, lang) };
  return (
    <p className="delivery-note">
      <Truck aria-hidden="true" />
      <span>
        {t('delivery.where')} {t('delivery.cost', rate)}
      </span>
    </p>
  );
}
