import CalendarCheck from 'lucide-react/icons/calendar-check';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { Dispatch } from '../../api/types';
import { useTranslation } from '../../i18n';
import { longDate, timeOfDay } from '../../ui/format';

const day = 24 * 3600 * 1000;

/** When an order leaves, by the clock and the calendar of the firm; nothing where the owner promises nothing. */
export function DispatchNote() {
  const { t } = useTranslation();
  const { cutoff } = useSite().shipping;
  const { data } = useResource<Dispatch>(cutoff ? resourcePaths.dispatch() : null);
  if (!cutoff) return null;
  const time = timeOfDay(cutoff, t);
  const { today, leaves } = data ?? {};
  // The page itself says what holds on any day: it may have been made before today.
  const text = () => {
    if (today === undefined || !leaves) return t('dispatch.rule', { time });
    if (leaves === today) return t('dispatch.today', { time });
    if (Date.parse(leaves) - Date.parse(today) === day) return t('dispatch.tomorrow');
    return t('dispatch.later', { day: longDate(leaves, t) });
  };
  return (
    <p className="delivery-note" role="status">
      <CalendarCheck aria-hidden="true" />
      <span>{text()}</span>
    </p>
  );
}
