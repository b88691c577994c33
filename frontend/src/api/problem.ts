// From a server's error code to a text in the reader's language.

import type { TFunction } from '../translate';
import { ApiError } from './client';

/** Codes with a text of their own under `error.<code>`; any other code reads as `error.internal`. */
const known = new Set([
  'bad_request',
  'contact_form_off',
  'cross_site_request',
  'custom_field_required',
  'database_busy',
  'email_not_confirmed',
  'empty_cart',
  'forbidden',
  'idempotency_key_reused',
  'incomplete_address',
  'insufficient_stock',
  'invalid_credentials',
  'network_error',
  'not_found',
  'not_purchasable',
  'order_limit',
  'order_not_payable',
  'otp_expired',
  'outside_delivery_area',
  'over_email_send_rate_limit',
  'over_request_rate_limit',
  'overloaded',
  'payload_too_large',
  'payment_unavailable',
  'price_changed',
  'request_timeout',
  'same_password',
  'session_not_found',
  'too_many_open_orders',
  'unauthorized',
  'unknown_variant',
  'validation_failed',
  'weak_password',
]);

/** A sentence a shopper understands. `error` is whatever was thrown. */
export function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.internal');
  return t(known.has(error.code) ? `error.${error.code}` : 'error.internal', error.params);
}
