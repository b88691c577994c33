// Money and dates as text, without Intl: the same code runs in the binary's engine, which has none.

import type { Lang } from '../languages';

/**
 * Cents as euros, written as the server writes them: `1234` reads "12,34 €" (with a space that
 * does not break), in English "€12.34".
 */
export function money(cents: number, lang: Lang): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return lang === 'en' ? `${sign}€${whole}.${rest}` : `${sign}${whole},${rest}\u00a0€`;
}

const months: Record<Lang, string> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  en: 'January February March April May June July August September October November December',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
};

/** Day, full month and year in the reader's own time zone; empty for an unreadable date. */
export function longDate(iso: string, lang: Lang): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const day = date.getDate();
  const month = months[lang].split(' ')[date.getMonth()] ?? '';
  const year = date.getFullYear();
  if (lang === 'es') return `${day} de ${month} de ${year}`;
  return `${lang === 'fr' && day === 1 ? '1er' : day} ${month} ${year}`;
}
