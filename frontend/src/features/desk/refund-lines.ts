// What a refund of goods comes to, as the desk shows it before; the server counts for itself.

import type { OrderItem } from '../../api/types';

/** Units of a line that were picked, and whether they go on sale again. */
export type Picked = Record<string, { quantity: number; restock: boolean }>;

type Refundable = { order_items: OrderItem[]; refundable_in_cents: number };

/** Units whose money is still here. */
export const unitsLeft = (item: OrderItem) => item.quantity - item.refunded_quantity;

/** Everything that can be given back. */
export const everything = (order: Pick<Refundable, 'order_items'>, restock: boolean): Picked =>
  Object.fromEntries(order.order_items.filter((item) => unitsLeft(item) > 0).map((item) => [item.id, { quantity: unitsLeft(item), restock }]));

/** What goods and shipping come to: never more than is left of what came in. */
export function comesTo(order: Refundable, picked: Picked, shipping: number): number {
  const goods = order.order_items.map((item) => item.price_at_purchase_in_cents * (picked[item.id]?.quantity ?? 0));
  return Math.min(
    goods.reduce((sum, price) => sum + price, shipping),
    order.refundable_in_cents,
  );
}

/** The lines of the request, those of which something was picked. */
export function linesOf(order: Refundable, picked: Picked) {
  return order.order_items.flatMap(({ id }) => {
    const line = picked[id];
    return line && line.quantity > 0 ? [{ item_id: id, ...line }] : [];
  });
}
