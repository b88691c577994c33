// Where the shop delivers: the peninsula. The server decides; this copy lets a form say so at once.

/** First two digits of Balearic, Canary, Ceuta and Melilla postcodes. */
const OUTSIDE = new Set(['07', '35', '38', '51', '52']);

/** Whether `postcode` is five digits of a province on the Spanish mainland (cases: tests/cases/postcodes.json). */
export function isPeninsular(postcode: string): boolean {
  const match = /^([0-9]{2})[0-9]{3}$/.exec(postcode.trim());
  const province = match?.[1];
  return province !== undefined && province >= '01' && province <= '52' && !OUTSIDE.has(province);
}
