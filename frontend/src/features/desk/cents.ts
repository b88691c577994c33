import { languages, type Lang } from '../../languages';

/** The figures, the decimal mark and the thousands mark of Arabic keyboards as Spanish ones; no space and no sign. */
const plain = (text: string) =>
  text
    .replace(/[٠-٩]/g, (figure) => String(figure.charCodeAt(0) - 0x660))
    .replace(/٫/g, ',')
    .replace(/[٬\s€]/g, '');

/**
 * An amount as somebody types it, in cents: `12`, `12,5`, `12.50 €`, `1.234,50`; null when it is none. A comma or
 * point before one or two last figures parts the cents, any other parts thousands.
 */
export function centsOf(text: string): number | null {
  const parts = /^(\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(plain(text));
  if (parts === null) return null;
  const [, whole = '', rest = ''] = parts;
  return Number(whole.replace(/[.,]/g, '')) * 100 + Number(rest.padEnd(2, '0'));
}

/** Cents as a field shows them to be changed: `12,50`, in English `12.50`; empty for none. */
export function typed(cents: number | null | undefined, lang: Lang): string {
  if (typeof cents !== 'number') return '';
  const mark = /0(.)00/.exec(languages[lang].money)?.[1] ?? ',';
  return `${Math.floor(cents / 100)}${mark}${String(cents % 100).padStart(2, '0')}`;
}

/** A whole number from 0 as somebody types it; null when it is none. */
export function countOf(text: string): number | null {
  const figures = plain(text);
  return /^\d{1,9}$/.test(figures) ? Number(figures) : null;
}
