import Truck from 'lucide-react/icons/truck';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Dispatch } from '../../api/types';
import { useTranslation } from '../../i18n';
import { dayRange } from '../../ui/format';

/** Both ends of some days. */
type Days = ReturnType<typeof dayRange>;

/**
 * When an order arrives that is paid now; null where its buyer fetches it. The page itself says what holds on any day: it
 * may have been made before today. Of what takes working days of `making` (0 where nobody knows how many, null where it is
 * ready) `whenMade` says it, with the days where they are known.
 */
export function useArrival(making: number | null, whenMade: (days: Days | null) => string): string | null {
  const { t } = useTranslation();
  const { pick_up: pickUp } = useSite().shipping;
  const { data } = useResource<Dispatch>(pickUp || making === 0 ? null : resourcePaths.dispatch(making ?? 0));
  const { arrives_from: from, arrives_until: until } = data ?? {};
  const days = from && until ? dayRange(from, until, t) : null;
  if (pickUp) return null;
  if (making !== null) return whenMade(days);
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
  const arrival = useArrival(isMade ? making : null, (days) => (days ? t('delivery.made_arrives', days) : t('delivery.made_order')));
  return arrival && <Arrives>{arrival}</Arrives>;
}

/** When something arrives, as a line beside sums. */
export function Arrives({ children }: { children: string }) {
  return (
    <p className="delivery-note delivery-note--sums">
      <Truck aria-hidden="true" />
      {/* Another text is another element: nothing has moved. */}
      <span key={children}>{children}</span>
    </p>
  );
}
