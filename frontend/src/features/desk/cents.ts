/**
 * An amount as somebody types it, in cents: `12`, `12,5`, `12.50 €`, `1.234,50`; null when it is none. A comma or
 * point before one or two last figures parts the cents, any other parts thousands.
 */
export function centsOf(text: string): number | null {
  const western = text.replace(/[٠-٩]/g, (figure) => String(figure.charCodeAt(0) - 0x660)).replace(/٫/g, ',');
  const plain = western.replace(/[\s€]/g, '');
  const parts = /^(\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (parts === null) return null;
  const [, whole = '', rest = ''] = parts;
  return Number(whole.replace(/[.,]/g, '')) * 100 + Number(rest.padEnd(2, '0'));
}

/** Cents as a field shows them to be changed: `12,50`. */
export const typed = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
