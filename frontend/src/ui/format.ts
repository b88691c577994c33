// Money and dates as text, without Intl: the same code runs in the binary's engine, which has none.

import { languages, type Lang } from '../languages';

/**
 * Cents as euros, written as the server writes them: `1234` reads "12,34 €" (with a space that
 * does not break), in English "€12.34".
 */
export function money(cents: number, lang: Lang): string {
  // Before Arabic letters a sign would change sides: the mark keeps it before its number.
  const sign = cents >= 0 ? '' : languages[lang].dir === 'rtl' ? '\u200e-' : '-';
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  const written = languages[lang].money.replace(/0(.)00/, (_, point: string) => whole + point + rest);
  return sign + written;
}

/** A number with one decimal, with the point of the language: `4.3` reads "4,3". */
export function decimal(value: number, lang: Lang): string {
  const point = /0(.)00/.exec(languages[lang].money)?.[1] ?? '.';
  return value.toFixed(1).replace('.', point);
}

/** Looks up a text: the translator of the page. */
type Translate = (key: string, params?: Record<string, unknown>) => string;

/** A time of day such as `08:30` as the language writes it: "8:30", in French "8 h 30" and "8 h". */
export function timeOfDay(time: string, t: Translate): string {
  const [hour, minute = '00'] = time.split(':');
  return minute === '00' ? t('date.full_hour', { hour: Number(hour) }) : t('date.time', { hour: Number(hour), minute });
}

const dayLength = 86_400_000;

/** The hours that Spain's clocks are ahead of UTC: two between the last Sundays of March and of October, 1:00 UTC. */
function hoursAhead(moment: Date): number {
  const change = (month: number) => {
    const last = new Date(Date.UTC(moment.getUTCFullYear(), month, 31, 1));
    return last.getTime() - last.getUTCDay() * dayLength;
  };
  return moment.getTime() >= change(2) && moment.getTime() < change(9) ? 2 : 1;
}

/** A moment whose UTC parts are what the firm's clocks show then, wherever the reader is; `null` for an unreadable date. */
function onFirmClock(iso: string): Date | null {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return null;
  const isDay = iso.length === 'yyyy-mm-dd'.length;
  return isDay ? moment : new Date(moment.getTime() + hoursAhead(moment) * 3_600_000);
}

/** Hour and minute of a moment on the firm's clocks, as `9:05`; empty for an unreadable date. */
export function clockTime(iso: string, t: Translate): string {
  const date = onFirmClock(iso);
  if (date === null) return '';
  return timeOfDay(`${date.getUTCHours()}:${String(date.getUTCMinutes()).padStart(2, '0')}`, t);
}

/** Day and full month of a date such as `2026-11-24`; empty for an unreadable one. */
function dayMonth(date: string, t: Translate): string {
  const [, number, day] = date.split('-').map(Number);
  const month = t('date.months').split(' ')[(number ?? 0) - 1];
  return month === undefined ? '' : t('date.day_month', { day: day === 1 ? t('date.first') : day, month });
}

/** Both ends of some days, for a text between them; a month that both are in is said once, at the end. */
export function dayRange(from: string, until: string, t: Translate): { from: string; until: string } {
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7);
  const [, , day] = from.split('-').map(Number);
  return { from: isOneMonth && day ? String(day === 1 ? t('date.first') : day) : dayMonth(from, t), until: dayMonth(until, t) };
}

/** Day, full month and year of a date such as `2026-11-24`, or of a moment on the firm's clocks; empty for an unreadable one. */
export function longDate(iso: string, t: Translate): string {
  const date = onFirmClock(iso);
  if (date === null) return '';
  const day = date.getUTCDate();
  const month = t('date.months').split(' ')[date.getUTCMonth()] ?? '';
  return t('date.long', { day: day === 1 ? t('date.first') : day, month, year: date.getUTCFullYear() });
}

/** A whole number in groups of three, as the language writes it: `3400` reads "3.400", in English "3,400". */
export function thousands(value: number, lang: Lang): string {
  const isComma = languages[lang].money.includes(',');
  const mark = lang === 'fr' ? '\u202f' : isComma ? '.' : ',';
  return String(value).replace(/\B(?=(\d{3})+$)/g, mark);
}

/** A name with its measures in one piece: in `40 cm` the space does not break. */
export const withUnits = (name: string): string => name.replace(/(\d) (?=[A-Za-zµΩ°%]{1,3}(?![A-Za-z]))/g, '$1\u00a0');
