import Truck from 'lucide-react/icons/truck';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Dispatch } from '../../api/types';
import { useTranslation } from '../../i18n';
import { dayMonth } from '../../ui/format';

/**
 * When an order arrives that is paid now; null where its buyer fetches it. The page itself says what holds on any day: it
 * may have been made before today.
 */
export function useArrival(): string | null {
  const { t } = useTranslation();
  const { pick_up: pickUp } = useSite().shipping;
  const { data } = useResource<Dispatch>(pickUp ? null : resourcePaths.dispatch);
  const { arrives_from: from, arrives_until: until } = data ?? {};
  if (pickUp) return null;
  return from && until ? t('delivery.arrives', { from: dayMonth(from, t), until: dayMonth(until, t) }) : t('delivery.days');
}

/** The same, as a line beside sums. What is made for its buyer has no day yet, and everything else waits for it. */
export function ArrivalNote({ isMade = false }: { isMade?: boolean }) {
  const { t } = useTranslation();
  const arrival = useArrival();
  if (arrival === null) return null;
  return (
    <p className="delivery-note delivery-note--sums">
      <Truck aria-hidden="true" />
      <span>{isMade ? t('delivery.made_order') : arrival}</span>
    </p>
  );
}
