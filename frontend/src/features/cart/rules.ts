// The rules of the cart: pure functions over lines. The server applies the same rules and has the
// last word; both sides are tested on tests/cases/*.json.

import type { CardVariant, OrderItem, Product, Shipping, Variant } from '../../api/types';
import { altOf } from '../catalogue/pictures';

/** What the cart keeps of a product: enough to show a line without asking the server. */
export type CartProduct = {
  id: string;
  title: string;
  image: string | null;
  /** What the picture shows; carts from before do not say. */
  image_alt?: string;
  /** Working days of making it for its buyer, where they are known. */
  making_days?: number;
};

export type CartVariant = CardVariant;

/** What the buyer wrote into a field of the product, for example the text of a door plate. */
type CustomText = { id: string; title: string; value: string };

export type CartLine = {
  product: CartProduct;
  variant: CartVariant;
  /** A whole number, at least 1. */
  quantity: number;
  custom_field_values?: CustomText[];
  /** Why the shop cannot send it now: such a line stays in sight, costs nothing and is not ordered. */
  missing?: 'sold_out' | 'not_sold';
};

/** The part of a product that a stored cart holds, with a variant's picture where it has one. */
export function cartProduct(product: Product, variantUrl: Variant['image_url']): CartProduct {
  const image = variantUrl ?? product.thumbnail ?? null;
  const making = product.making_days ? { making_days: product.making_days } : {};
  return { id: product.id, title: product.title, image, image_alt: altOf(product, image), ...making };
}

/** The part of a variant that a stored cart holds. */
export const cartVariant = (variant: CartVariant): CartVariant => ({
  id: variant.id,
  title: variant.title,
  manage_inventory: variant.manage_inventory,
  price_in_cents: variant.price_in_cents,
  sale_price_in_cents: variant.sale_price_in_cents,
  inventory_quantity: variant.inventory_quantity,
});

/** A quantity that is not in stock; `available` is what the shop has. */
export type StockRefusal = { product: string; variant: string; available: number };

/** The cart after a change, or why it was refused. */
export type Change = { lines: CartLine[]; refusal: StockRefusal | null };

/** What tells a line from others. */
type Named = { variant: { id: string }; custom_field_values?: { id: string; value: string }[] };

/** Identifies a line: the variant, and the entered texts when there are any. */
export function lineKey({ variant, custom_field_values: texts = [] }: Named): string {
  const entered = texts.filter(({ value }) => value !== '').map(({ id, value }) => [id, value]);
  return entered.length > 0 ? `${variant.id} ${JSON.stringify(entered)}` : variant.id;
}

/** Working days until all is made that is made for its buyer; 0 where nobody knows that of all of it. */
export function makingDays(lines: CartLine[]): number {
  const days = lines.filter(isMade).map(({ product }) => product.making_days ?? 0);
  return days.includes(0) ? 0 : Math.max(0, ...days);
}

/** Whether it is made for its buyer: it bears their words, takes its time and does not come back. */
export const isMade = ({ custom_field_values: texts = [] }: Pick<CartLine, 'custom_field_values'>) => texts.length > 0;

/** Cents for one piece: the sale price when there is one. */
export const unitPrice = (variant: Pick<CartVariant, 'price_in_cents' | 'sale_price_in_cents'>) =>
  variant.sale_price_in_cents ?? variant.price_in_cents;

/** The lines that an order would hold. */
export const buyableLines = (lines: CartLine[]) => lines.filter(({ missing }) => missing === undefined);

/** Cents for all lines, delivery not included. */
export const cartTotal = (lines: Pick<CartLine, 'variant' | 'quantity'>[]) =>
  lines.reduce((sum, { variant, quantity }) => sum + unitPrice(variant) * quantity, 0);

export const cartCount = (lines: CartLine[]) =>
  lines.reduce((count, { quantity }) => count + quantity, 0);

/** Cents of delivery for `items` cents of goods; nothing to deliver costs nothing. */
export const shippingCost = (items: number, shipping: Pick<Shipping, 'flat_in_cents' | 'free_from_in_cents'>) =>
  items === 0 || items >= shipping.free_from_in_cents ? 0 : shipping.flat_in_cents;

/** Cents of an order of these lines, delivered. */
export function orderTotal(lines: Pick<CartLine, 'variant' | 'quantity'>[], shipping: Pick<Shipping, 'flat_in_cents' | 'free_from_in_cents'>) {
  const items = cartTotal(lines);
  return items + shippingCost(items, shipping);
}

/**
 * The variant whose price stands for the product: the cheapest, or the first when the shop asked
 * for its own choice. Of equally cheap variants the first one.
 */
export function displayedVariant<V extends Pick<Variant, 'price_in_cents' | 'sale_price_in_cents'>>(
  variants: V[],
  selection: Product['site_product_selection'],
): V | undefined {
  if (selection && selection !== 'lowest_price_first') return variants[0];
  return variants.reduce<V | undefined>(
    (best, variant) => (best && unitPrice(best) <= unitPrice(variant) ? best : variant),
    undefined,
  );
}

/** Pieces of a variant that can be sold; `Infinity` when the shop does not count them. */
export const available = (variant: Pick<CartVariant, 'manage_inventory' | 'inventory_quantity'>) =>
  variant.manage_inventory ? Math.max(0, variant.inventory_quantity ?? 0) : Infinity;

/** Pieces of a variant that would be ordered, over all lines that hold it. */
export const quantityOf = (lines: CartLine[], variantId: string) =>
  cartCount(buyableLines(lines).filter(({ variant }) => variant.id === variantId));

function refuse(line: CartLine, wanted: number): StockRefusal | null {
  const left = available(line.variant);
  if (wanted <= left) return null;
  return { product: line.product.title, variant: line.variant.title, available: left };
}

/** Puts `added` into the cart, on top of an equal line when there is one. */
export function addLine(lines: CartLine[], added: CartLine): Change {
  const refusal = refuse(added, quantityOf(lines, added.variant.id) + added.quantity);
  if (refusal) return { lines, refusal };
  const key = lineKey(added);
  if (!lines.some((line) => lineKey(line) === key)) {
    return { lines: [...lines, added], refusal: null };
  }
  const already = (line: CartLine) => (line.missing === undefined ? line.quantity : 0);
  const grown = lines.map((line) =>
    lineKey(line) === key ? { ...added, quantity: already(line) + added.quantity } : line,
  );
  return { lines: grown, refusal: null };
}

/** Sets the quantity of a line. Fewer pieces than before are always accepted. */
export function setLineQuantity(lines: CartLine[], key: string, quantity: number): Change {
  const line = lines.find((other) => lineKey(other) === key);
  if (!line || !Number.isInteger(quantity) || quantity < 1) return { lines, refusal: null };
  const total = quantityOf(lines, line.variant.id) - line.quantity + quantity;
  const refusal = quantity > line.quantity ? refuse(line, total) : null;
  if (refusal) return { lines, refusal };
  const changed = lines.map((other) => (lineKey(other) === key ? { ...other, quantity } : other));
  return { lines: changed, refusal: null };
}

export const removeLine = (lines: CartLine[], key: string) =>
  lines.filter((line) => lineKey(line) !== key);

/** The lines without what was ordered: of an equal line at most as many pieces as the order holds. */
export function withoutOrdered(lines: CartLine[], items: OrderItem[]): CartLine[] {
  const ordered = new Map(items.map((item) => [lineKey({ ...item, variant: { id: item.variant_id } }), item.quantity]));
  return lines.flatMap((line) => {
    const quantity = line.quantity - (ordered.get(lineKey(line)) ?? 0);
    return quantity > 0 ? { ...line, quantity } : [];
  });
}

/** What a look at the server changed in the cart. */
export type CartNews = {
  kind: 'gone' | 'back' | 'fewer' | 'price';
  product: string;
  variant: string;
  /** Pieces left in the line after `fewer`. */
  quantity: number;
};

/** Characters of a text, as the server counts them. */
export const lengthOf = (text: string) => [...text].length;

/** What a field of the product asks for today, in the language the product came in. */
const askedNow = (product: Product, { id, title }: CustomText) =>
  product.custom_fields.find((field) => field.id === id)?.title ?? title;

/**
 * The lines with the server's present titles, prices and stock. A line that cannot be bought stays, marked; one that
 * asks for too much shrinks, and every change the buyer should know is told once.
 */
export function refreshLines(lines: CartLine[], products: Product[]) {
  const news: CartNews[] = [];
  const taken = new Map<string, number>();
  const refreshed = lines.map((line): CartLine => {
    const { missing, ...wanted } = line;
    const product = products.find(({ id }) => id === line.product.id);
    const variant = product?.variants.find(({ id }) => id === line.variant.id);
    const used = taken.get(line.variant.id) ?? 0;
    const quantity = variant ? Math.min(line.quantity, available(variant) - used) : 0;
    const tell = (kind: CartNews['kind']) =>
      void news.push({ kind, product: line.product.title, variant: line.variant.title, quantity });
    if (!product?.purchasable || !variant || quantity < 1) {
      if (missing === undefined) tell('gone');
      return { ...line, missing: product?.purchasable && variant ? 'sold_out' : 'not_sold' };
    }
    taken.set(variant.id, used + quantity);
    if (missing !== undefined) tell('back');
    if (quantity < line.quantity) tell('fewer');
    if (unitPrice(variant) !== unitPrice(line.variant)) tell('price');
    const texts = line.custom_field_values?.map((text) => ({ ...text, title: askedNow(product, text) }));
    return {
      ...wanted,
      product: cartProduct(product, variant.image_url),
      variant: cartVariant(variant),
      quantity,
      ...(texts && { custom_field_values: texts }),
    };
  });
  return { lines: refreshed, news };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isLine(value: unknown): value is CartLine {
  if (!isRecord(value) || !isRecord(value['product']) || !isRecord(value['variant'])) return false;
  const { product, variant, quantity } = value;
  const texts = value['custom_field_values'] ?? [];
  return (
    typeof product['id'] === 'string' &&
    typeof product['title'] === 'string' &&
    typeof variant['id'] === 'string' &&
    typeof variant['title'] === 'string' &&
    Number.isInteger(variant['price_in_cents']) &&
    Number.isInteger(quantity) &&
    Number(quantity) >= 1 &&
    Array.isArray(texts) &&
    texts.every((text) => isRecord(text) && typeof text['id'] === 'string' && typeof text['value'] === 'string')
  );
}

/** Reads a stored cart. What is unreadable is no cart, and what is no line is no line. */
export function parseCart(text: string | null): CartLine[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isLine) : [];
  } catch {
    return [];
  }
}
