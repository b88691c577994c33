// The carrier's public tracking page.

const CARRIER = 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=';

/** The carrier's page of a parcel; null when `number` is not a tracking number (10 to 30 capitals and digits). */
export function carrierUrl(number: string | null): string | null {
  return number !== null && /^[A-Z0-9]{10,30}$/.test(number) ? CARRIER + encodeURIComponent(number) : null;
}
