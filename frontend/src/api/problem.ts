// From a server's error code to a text in the reader's language.

import type { TFunction } from '../translate';
import { ApiError } from './client';

/**
 * A sentence a shopper understands. `error` is whatever was thrown. A code's text stands under `error.<code>`, or
 * under `error.<code>.<reason>` where the server gives a reason; one without a text reads as `error.internal`.
 */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.internal');
  const { code, params } = error;
  const keys = [`error.${code}.${String(params.reason)}`, `error.${code}`];
  // A key without a text reads as itself.
  const found = keys.find((key) => t(key) !== key);
  return t(found ?? 'error.internal', params);
}
