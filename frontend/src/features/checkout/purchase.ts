// Buying, step by step: the order first, then the page to pay it on. Prices and stock are the
// server's; what is sent is only compared.

import { api, ApiError } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import { newKey } from '../../api/new-key';
import type { CreateOrder, CreatedOrder, ItemInput, PayOrder, StartedPayment } from '../../api/types';
import { keepShownLanguage } from '../../i18n';
import { paths } from '../../paths';
import { attemptOrdered, beginAttempt, currentAttempt } from './attempt';
import { rememberUnpaidOrder } from './unpaid-order';

/** What both a cart line and an order item hold. */
type Bought = {
  quantity: number;
  custom_field_values?: { id: string; value: string }[];
};

export const purchaseItem = (
  variantId: string,
  { quantity, custom_field_values = [] }: Bought,
): ItemInput => ({
  variant_id: variantId,
  quantity,
  custom_field_values: custom_field_values
    .filter(({ value }) => value !== '')
    .map(({ id, value }) => ({ id, value })),
});

/** Makes the order, once however often it is asked for; answers its id. @throws ApiError */
export async function placeOrder(purchase: CreateOrder): Promise<string> {
  const earlier = currentAttempt(sessionStorage);
  const attempt = beginAttempt(sessionStorage, JSON.stringify(purchase), newKey);
  if (attempt.orderId !== null) return attempt.orderId;
  // An order that this one replaces must not keep its stock from it.
  if (earlier?.orderId) await cancelQuietly(earlier.orderId);
  const { orderId } = await api.post<CreatedOrder>(resourcePaths.createOrder, purchase, {
    headers: { 'Idempotency-Key': attempt.key },
  });
  attemptOrdered(sessionStorage, attempt, orderId);
  return orderId;
}

/** The address of the page where the order is paid, one for Bizum alone if that is asked for. @throws ApiError */
export async function paymentPage(orderId: string, asGuest: boolean, bizum = false): Promise<string> {
  const wanted: PayOrder = {
    successUrl: location.origin + paths.successOf(orderId),
    cancelUrl: location.origin + paths.cartAfterCancel(orderId, asGuest),
    ...(bizum && { bizum }),
  };
  const { url } = await api.post<StartedPayment>(resourcePaths.payOrder(orderId), wanted);
  keepShownLanguage();
  if (asGuest) rememberUnpaidOrder(orderId);
  return url;
}

async function cancelQuietly(orderId: string): Promise<void> {
  try {
    await api.post(resourcePaths.cancelOrder(orderId));
  } catch (error) {
    // Paid or cancelled meanwhile: then it is settled, and the new order stands on its own.
    if (!(error instanceof ApiError)) throw error;
  }
}
