// Where the shop delivers: the peninsula. The server decides; this copy lets forms and the checkout say so at once.

/** First two digits of Balearic, Canary, Ceuta and Melilla postcodes. */
const OUTSIDE = new Set(['07', '35', '38', '51', '52']);

/** Spain as people write it in our languages and in Catalan, in lower case. */
const SPAIN = new Set(['es', 'esp', 'españa', 'espana', 'spain', 'espagne', 'espanya', 'إسبانيا', 'اسبانيا', 'أسبانيا']);

/** Whether `postcode` is five digits of a province on the Spanish mainland (cases: tests/cases/postcodes.json). */
export function isPeninsular(postcode: string): boolean {
  const match = /^([0-9]{2})[0-9]{3}$/.exec(postcode.trim());
  const province = match?.[1];
  return province !== undefined && province >= '01' && province <= '52' && !OUTSIDE.has(province);
}

/** Whether `country` names Spain (cases: tests/cases/countries.json). */
export const isSpain = (country: string) => SPAIN.has(country.trim().toLowerCase());

/** Whether a parcel can go to this address. */
export const isDelivered = (address: { postal_code: string; country: string }) =>
  isSpain(address.country) && isPeninsular(address.postal_code);
