// Buying an order's items again, as the shop sells them today. Pure.

import type { OrderItem, Product } from '../../api/types';
import { available, cartProduct, cartVariant, lengthOf, quantityOf, type CartLine } from '../cart/rules';

export type Rebuy = {
  lines: CartLine[];
  /** Titles of what is no longer sold as it was. */
  gone: string[];
};

/** Cart lines for `items` at the prices and stock of `products`. */
export function linesToRebuy(items: OrderItem[], products: Product[]): Rebuy {
  const rebuy: Rebuy = { lines: [], gone: [] };
  for (const item of items) {
    const line = lineFor(item, products);
    if (line) rebuy.lines.push(line);
    else rebuy.gone.push(item.product_title);
  }
  return rebuy;
}

/** What was kept of an order: what its buyer withdrew from or gave back is not what they want again. All, where nothing was. */
export function keptOf(items: OrderItem[]): OrderItem[] {
  const kept = items.map((item) => ({ ...item, quantity: item.quantity - item.refunded_quantity - (item.withdrawn_quantity ?? 0) }));
  const left = kept.filter(({ quantity }) => quantity > 0);
  return left.length > 0 ? left : items;
}

/** How much of `line` the stock still allows beside what the cart holds already. */
export function affordable(line: CartLine, cart: CartLine[]): number {
  const left = available(line.variant) - quantityOf(cart, line.variant.id);
  return Math.max(0, Math.min(line.quantity, left));
}

function lineFor(item: OrderItem, products: Product[]): CartLine | null {
  const product = products.find(({ id }) => id === item.product_id);
  const variant = product?.variants.find(({ id }) => id === item.variant_id);
  if (!product?.purchasable || !variant) return null;
  const most = new Map(product.custom_fields.map(({ id, max_length }) => [id, max_length]));
  const texts = item.custom_field_values.filter(({ id }) => most.has(id));
  // What fits no more is for its buyer to shorten: a part of it would be made wrong.
  if (texts.some(({ id, value }) => lengthOf(value) > (most.get(id) ?? 0))) return null;
  const complete = product.custom_fields.every(
    (field) => !field.is_required || texts.some(({ id }) => id === field.id),
  );
  if (!complete) return null;
  return {
    product: cartProduct(product, variant.image_url),
    variant: cartVariant(variant),
    quantity: item.quantity,
    custom_field_values: texts,
  };
}
