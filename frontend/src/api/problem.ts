// From a server's error code to a text in the reader's language.

import type { Params, TFunction } from '../translation';
import { ApiError } from './client';

/** What is sold, by the titles of product and variant; the only variant of a product has the product's. */
export const itemName = (product: string, variant: string) => (product === variant ? product : `${product} (${variant})`);

/** What texts about an article fill in: its name and how many of it there are. */
function withItem(params: Params): Params {
  const { product, variant, available } = params;
  const item = typeof product === 'string' && typeof variant === 'string' && { item: itemName(product, variant) };
  return { ...params, ...item, ...(typeof available === 'number' && { count: available }) };
}

/** That there is not as much of an article as is wanted. */
export const tooFew = (t: TFunction, refusal: { product: string; variant: string; available: number }) =>
  t('error.insufficient_stock', withItem(refusal));

/**
 * A sentence a shopper understands. `error` is whatever was thrown. A code's text stands under `error.<code>`, or
 * under `error.<code>.<reason>` where the server gives a reason or names the field; one without a text reads as
 * `error.internal`.
 */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.internal');
  const { code, params, status } = error;
  const keys = [`error.${code}.${String(params.reason ?? params.field)}`, `error.${code}`];
  const known = withItem(params);
  // A key without a text reads as itself.
  const found = keys.find((key) => t(key, known) !== key);
  const text = t(found ?? 'error.internal', known);
  // What failed at the shop has a name in its lines, to be read to whoever helps.
  return status >= 500 && typeof params.request_id === 'string' ? `${text} (${params.request_id})` : text;
}
