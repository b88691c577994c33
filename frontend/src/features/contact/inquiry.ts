// What the two forms send, and when they say that something is missing. No React, no network.

import type { Lang } from '../../languages';

type Values = Record<string, string>;

/** Where a form stands in its page: the browser returns there with what became of it. */
export const formAnchor = 'formulario';

/** The services a quote can be asked for, by their keys on the wire. */
export const services = [
  'locksmith',
  'electrician',
  'refrigeration',
  'plumber',
  'blacksmith',
  'carpenter',
  'painter',
  'removals',
  'renovation',
];

/** How the types of products begin whose service nobody has to think about, without accents. */
const serviceOfType: Record<string, string> = {
  cerraj: 'locksmith',
  electric: 'electrician',
  ilumina: 'electrician',
  climatiza: 'refrigeration',
  'aire acondicionado': 'refrigeration',
  refrigera: 'refrigeration',
  fontaner: 'plumber',
  grifer: 'plumber',
  herrer: 'blacksmith',
  carpinter: 'carpenter',
  pintura: 'painter',
};

/** The service that fits a product of this type, by the type's Spanish name; `undefined` where that is not evident. */
export function serviceFor(type: string): string | undefined {
  const folded = type.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return Object.entries(serviceOfType).find(([start]) => folded.startsWith(start))?.[1];
}

const needed = ['name', 'email', 'message'];
const optional = ['phone', 'service', 'town', 'when'];

/** Whether something without which nobody can answer is empty. */
export const isIncomplete = (values: Values): boolean => needed.some((name) => !values[name]?.trim());

/** The body of a message; `website` is the field that only machines fill in. */
export function messageBody({ name = '', email = '', message = '', website = '' }: Values, lang: Lang) {
  return { name, email, message, website, lang };
}

/** What the contact form is about: anything, or a complaint. */
export const isComplaint = ({ kind }: Values): boolean => kind === 'complaint';

/** The body of the contact form; only a complaint says what it is, and which order it is about. */
export function contactBody(values: Values, lang: Lang) {
  const { order } = values;
  return { ...messageBody(values, lang), ...(isComplaint(values) ? { kind: 'complaint', ...(order ? { order } : {}) } : {}) };
}

/** The body of a request for a quote: what was left empty is left out. `photos` are ids the server gave. */
export function quoteBody(values: Values, lang: Lang, photos: string[] = []) {
  const given = optional.filter((name) => values[name]).map((name) => [name, values[name]]);
  const body = { ...messageBody(values, lang), ...Object.fromEntries(given), consent: true };
  return photos.length === 0 ? body : { ...body, photos };
}
