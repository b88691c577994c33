// Buying, step by step: the order first, then the page to pay it on. Prices and stock are the
// server's; what is sent is only compared.

import { api, ApiError } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { Address, CustomFieldValue } from '../../api/types';
import { newKey } from '../../api/new-key';
import type { Lang } from '../../languages';
import { paths } from '../../paths';
import { attemptOrdered, beginAttempt, currentAttempt } from './attempt';

export type PurchaseItem = {
  variant_id: string;
  quantity: number;
  custom_field_values: CustomFieldValue[];
};

export type Purchase = {
  shipping_address: Address;
  items: PurchaseItem[];
  /** Euros, delivery included. */
  total_price: number;
  locale: Lang;
};

/** What both a cart line and an order item hold. */
type Bought = {
  quantity: number;
  custom_field_values?: CustomFieldValue[];
};

export const purchaseItem = (
  variantId: string,
  { quantity, custom_field_values = [] }: Bought,
): PurchaseItem => ({
  variant_id: variantId,
  quantity,
  custom_field_values: custom_field_values
    .filter(({ value }) => value !== '')
    .map(({ id, value }) => ({ id, value })),
});

/** Makes the order, once however often it is asked for; answers its id. @throws ApiError */
export async function placeOrder(purchase: Purchase): Promise<string> {
  const earlier = currentAttempt(sessionStorage);
  const attempt = beginAttempt(sessionStorage, JSON.stringify(purchase), newKey);
  if (attempt.orderId !== null) return attempt.orderId;
  // An order that this one replaces must not keep its stock from it.
  if (earlier?.orderId) await cancelQuietly(earlier.orderId);
  const { orderId } = await api.post<{ orderId: string }>(resourcePaths.createOrder, purchase, {
    headers: { 'Idempotency-Key': attempt.key },
  });
  attemptOrdered(sessionStorage, attempt, orderId);
  return orderId;
}

/** The address of the page where the order is paid. @throws ApiError */
export async function paymentPage(
  storeId: string,
  orderId: string,
  items: PurchaseItem[],
  locale: Lang,
): Promise<string> {
  const { url } = await api.post<{ url?: string }>(resourcePaths.checkout(storeId), {
    items,
    order_id: orderId,
    successUrl: location.origin + paths.successOf(orderId),
    cancelUrl: location.origin + paths.cartAfterCancel(orderId),
    locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  if (!url) throw new ApiError(502, 'payment_unavailable', 'no payment page');
  return url;
}

async function cancelQuietly(orderId: string): Promise<void> {
  try {
    await api.post(resourcePaths.cancelOrder, { order_id: orderId });
  } catch (error) {
    // Paid or cancelled meanwhile: then it is settled, and the new order stands on its own.
    if (!(error instanceof ApiError)) throw error;
  }
}
