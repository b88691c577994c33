// Times as the shop's own clock shows them: whoever reads them from elsewhere means the same day as the firm.

import { useMemo } from 'react';
import { useLang } from '../../i18n';
import type { Lang } from '../../languages';

const timeZone = 'Europe/Madrid';

/** Every language of the site is written with these figures, as the rest of the site has them. */
const locale = (lang: Lang) => `${lang === 'en' ? 'en-GB' : lang}-u-nu-latn`;

/** Swedes write a moment as a field for one wants it, but for the letter in the middle. */
const typedMoment = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

/** A moment as `<input type="datetime-local">` holds it, on the shop's clock: `2026-12-01T08:00`. */
export const shopTime = (at: string | Date) =>
  typedMoment.format(new Date(at)).replace(' ', 'T').replace(/:00$/, '');

/** The last day, `2026-11-30`, of what ends at a midnight of the shop's, which is called after the day before; of no other end. */
export function lastDay(end: string): string | null {
  const [day = '', time] = end.split('T');
  return time === '00:00' ? new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10) : null;
}

/** In one piece: no line ends inside it. */
const whole = (text: string) => text.replaceAll(' ', '\u00a0');

/** Writers of times in a language. */
export function clockIn(lang: Lang) {
  const writer = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale(lang), { timeZone, hourCycle: 'h23', ...options });
  const moment = writer({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
  const short = writer({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const time = writer({ hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(locale(lang), { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' });
  const month = new Intl.DateTimeFormat(locale(lang), { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const monthAndYear = new Intl.DateTimeFormat(locale(lang), { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const dayAndYear = new Intl.DateTimeFormat(locale(lang), { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
  return {
    /** To the end of which day, of what ends at midnight; else the moment. */
    until: (iso: string) => {
      const last = lastDay(shopTime(iso));
      return whole(last === null ? moment.format(new Date(iso)) : dayAndYear.format(new Date(`${last}T00:00:00Z`)));
    },
    /** Day and time, with the year. */
    moment: (iso: string) => whole(moment.format(new Date(iso))),
    /** Day and time. */
    short: (iso: string) => whole(short.format(new Date(iso))),
    /** The time of day alone. */
    time: (iso: string) => time.format(new Date(iso)),
    /** A day of the calendar, `2026-11-21`, with its weekday. */
    day: (date: string) => day.format(new Date(`${date}T00:00:00Z`)),
    /** The same without its weekday. */
    date: (date: string) => month.format(new Date(`${date}T00:00:00Z`)),
    /** A month of the calendar, `2026-11`. */
    month: (of: string) => monthAndYear.format(new Date(`${of}-01T00:00:00Z`)),
  };
}

export function useClock() {
  const lang = useLang();
  return useMemo(() => clockIn(lang), [lang]);
}
