// The number a carrier gives a parcel, as the server takes it. Pure.

/** Labels part the number with spaces, which the carrier's page does not take. */
export const plainNumber = (typed = '') => typed.replace(/[\s-]/g, '').toUpperCase();

/** Of a plain one; nothing is none. */
export const isNumberOrNone = (plain: string) => /^([A-Z0-9]{10,30})?$/.test(plain);
