import Truck from 'lucide-react/icons/truck';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Dispatch } from '../../api/types';
import { useTranslation } from '../../i18n';
import { dayRange } from '../../ui/format';

/**
 * Between which days an order arrives that is paid now, after so many working days of making; null while that is not known, and
 * where its buyer fetches it.
 */
export function useArrivalDays(making = 0): { from: string; until: string } | null {
  const { t } = useTranslation();
  const { pick_up: pickUp } = useSite().shipping;
  const { data } = useResource<Dispatch>(pickUp ? null : resourcePaths.dispatch(making));
  const { arrives_from: from, arrives_until: until } = data ?? {};
  return from && until ? dayRange(from, until, t) : null;
}

/**
 * When an order arrives that is paid now; null where its buyer fetches it. The page itself says what holds on any day: it
 * may have been made before today.
 */
export function useArrival(): string | null {
  const { t } = useTranslation();
  const days = useArrivalDays();
  if (useSite().shipping.pick_up) return null;
  return days ? t('delivery.arrives', days) : t('delivery.days');
}

type Props = {
  isMade?: boolean;
  /** Working days of making it, where they are known of all that is made. */
  making?: number;
};

/** The same, as a line beside sums. Everything waits for what is made for its buyer. */
export function ArrivalNote({ isMade = false, making = 0 }: Props) {
  const { t } = useTranslation();
  const arrival = useArrival();
  const days = useArrivalDays(making);
  if (arrival === null) return null;
  const made = making > 0 && days ? t('delivery.made_arrives', days) : t('delivery.made_order');
  return (
    <p className="delivery-note delivery-note--sums">
      <Truck aria-hidden="true" />
      <span>{isMade ? made : arrival}</span>
    </p>
  );
}
