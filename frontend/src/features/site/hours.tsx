import { useSite } from '../../api/site';
import type { Opening } from '../../api/types';
import { useTranslation } from '../../i18n';
import type { TFunction } from '../../translate';

/** A time of opening in words: “de lunes a viernes: 08:00–18:00”. */
export function inWords({ first_day, last_day, opens, closes }: Opening, t: TFunction): string {
  const days = t('hours.days').split(' ');
  const [first, last] = [days[first_day], days[last_day]];
  return t('hours.line', { days: first === last ? first : t('hours.range', { first, last }), opens, closes });
}

/** When somebody is there, a line each: the office, and emergencies. */
export function useHours(): string[] {
  const { t } = useTranslation();
  const { hours } = useSite();
  return [...hours.map((opening) => inWords(opening, t)), t('hours.emergencies')];
}
