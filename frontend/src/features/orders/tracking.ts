// The carriers' public tracking pages.

import type { Carrier } from '../../api/types';

const pages: Partial<Record<Carrier, string>> = {
  correos: 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=',
  seur: 'https://www.seur.com/livetracking/pages/seguimiento-online.do?segOnlineIdentificador=',
  mrw: 'https://www.mrw.es/seguimiento_envios/MRW_resultados_consultas.asp?modo=nacional&envio=',
  gls: 'https://gls-group.com/GROUP/en/parcel-tracking?match=',
};

/** What is written on their vans. */
export const brands: Partial<Record<Carrier, string>> = { correos: 'Correos', seur: 'SEUR', mrw: 'MRW', gls: 'GLS' };

/** The carrier a word names; Correos, whose numbers alone older addresses hold, where it names none. */
export const carrierOf = (word: string | null): Carrier =>
  word !== null && Object.hasOwn(pages, word) ? (word as Carrier) : 'correos';

/**
 * The carrier's page of a parcel; null when `number` is not a tracking number (10 to 30 capitals and digits), or the
 * carrier has no such page.
 */
export function carrierUrl(number: string | null | undefined, carrier?: Carrier | null): string | null {
  const page = pages[carrier ?? 'correos'];
  return page !== undefined && typeof number === 'string' && /^[A-Z0-9]{10,30}$/.test(number) ? page + encodeURIComponent(number) : null;
}
