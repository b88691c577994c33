import { useSite } from '../../api/site';
import type { Closure, Opening } from '../../api/types';
import { useTranslation } from '../../i18n';
import type { TFunction } from '../../translation';
import { longDate, timeOfDay } from '../../ui/format';

/** A time of opening in words: “de lunes a viernes: 8:00–18:00”. */
export function inWords({ first_day, last_day, opens, closes }: Opening, t: TFunction): string {
  const days = t('hours.days').split(' ');
  const [first, last] = [days[first_day], days[last_day]];
  const times = { opens: timeOfDay(opens, t), closes: timeOfDay(closes, t) };
  return t('hours.line', { days: first === last ? first : t('hours.range', { first, last }), ...times });
}

/** A closure in words: “Cerrado: 24 de diciembre de 2026 – 6 de enero de 2027 (Fiestas)”. */
export function closedInWords({ first, last, name }: Closure, t: TFunction): string {
  const [begin, end] = [first, last].map((day) => longDate(day, t));
  return t('hours.closed', { days: begin === end ? begin : `${begin} – ${end}` }) + (name && ` (${name})`);
}

/** When somebody is at the office, a line each, and when it is closed all the same. */
export function useOfficeHours(): string[] {
  const { t } = useTranslation();
  const { hours, closures } = useSite();
  return [...hours.map((day) => inWords(day, t)), ...(closures ?? []).map((days) => closedInWords(days, t))];
}

/** The same, and that somebody comes to emergencies at any hour. */
export function useHours(): string[] {
  const { t } = useTranslation();
  return [...useOfficeHours(), t('hours.emergencies')];
}
