import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { OrderItem, Product, Variant } from '../../api/types';
import {
  addLine,
  buyableLines,
  cartTotal,
  displayedVariant,
  lineKey,
  makingDays,
  orderTotal,
  parseCart,
  refreshLines,
  removeLine,
  setLineQuantity,
  shippingCost,
  unitPrice,
  withoutOrdered,
  type CartLine,
} from './rules';

// The tests run in frontend/; the cases are shared with the server.
const cases = <T>(name: string) => JSON.parse(readFileSync(`../tests/cases/${name}.json`, 'utf8')) as T;

type Priced = { id: string; price_in_cents: number; sale_price_in_cents: number | null };
type PricingCases = {
  displayed_price: {
    name: string;
    site_product_selection: string | null;
    variants: Priced[];
    expected: { variant_id: string; price_in_cents: number; before_price_in_cents: number | null };
  }[];
  cart_total: { name: string; lines: (Omit<Priced, 'id'> & { quantity: number })[]; expected_in_cents: number }[];
  shipping: {
    name: string;
    items_in_cents: number;
    flat_in_cents: number;
    free_from_in_cents: number;
    expected_in_cents: number;
  }[];
};
type StockCases = {
  add: {
    name: string;
    manage_inventory: boolean;
    inventory_quantity: number;
    in_cart: number;
    added: number;
    expected_available: number | null;
  }[];
};

const variantOf = (over: Partial<CartLine['variant']> = {}): CartLine['variant'] => ({
  id: 'v1',
  title: 'Blanco',
  manage_inventory: true,
  price_in_cents: 1000,
  sale_price_in_cents: null,
  inventory_quantity: 5,
  ...over,
});

const lineOf = (quantity: number, over: Partial<CartLine> = {}): CartLine => ({
  product: { id: 'p1', title: 'Pintura', image: null },
  variant: variantOf(),
  quantity,
  ...over,
});

const engraved = (value: string) => [{ id: 'text', title: 'Texto', value }];

const pricing = cases<PricingCases>('pricing');

for (const { name, site_product_selection, variants, expected } of pricing.displayed_price) {
  test(`displayed price: ${name}`, () => {
    const shown = displayedVariant(variants, site_product_selection);
    assert.ok(shown);
    assert.deepEqual(
      {
        variant_id: shown.id,
        price_in_cents: unitPrice(shown),
        before_price_in_cents: shown.sale_price_in_cents === null ? null : shown.price_in_cents,
      },
      expected,
    );
  });
}

for (const { name, lines, expected_in_cents } of pricing.cart_total) {
  test(`cart total: ${name}`, () => {
    const total = cartTotal(lines.map(({ quantity, ...price }) => ({ variant: variantOf(price), quantity })));
    assert.equal(total, expected_in_cents);
  });
}

for (const { name, items_in_cents, expected_in_cents, ...shipping } of pricing.shipping) {
  test(`shipping: ${name}`, () => assert.equal(shippingCost(items_in_cents, shipping), expected_in_cents));
}

test('an order costs its lines and their delivery', () => {
  const shipping = { flat_in_cents: 495, free_from_in_cents: 6000 };
  const lines = (quantity: number) => [{ variant: variantOf(), quantity }];
  assert.equal(orderTotal(lines(5), shipping), 5495);
  assert.equal(orderTotal(lines(6), shipping), 6000, 'from so much on it is brought for nothing');
  assert.equal(orderTotal([], shipping), 0);
});

for (const { name, in_cart, added, expected_available, ...stock } of cases<StockCases>('stock').add) {
  test(`adding: ${name}`, () => {
    const variant = variantOf(stock);
    const before = in_cart > 0 ? [lineOf(in_cart, { variant })] : [];
    const { lines, refusal } = addLine(before, lineOf(added, { variant }));
    assert.equal(refusal?.available ?? null, expected_available);
    assert.equal(lines[0]?.quantity ?? 0, expected_available === null ? in_cart + added : in_cart);
  });
}

test('the same variant grows its line, another text of the buyer is another line', () => {
  const plate = (text: string) => lineOf(1, { custom_field_values: engraved(text) });
  const first = addLine([], plate('Ana')).lines;
  const again = addLine(first, plate('Ana')).lines;
  const both = addLine(again, plate('Luis')).lines;
  assert.deepEqual(both.map(({ quantity }) => quantity), [2, 1]);
  assert.equal(new Set(both.map(lineKey)).size, 2);
});

test('stock is counted over all lines of a variant', () => {
  const lines = [lineOf(3, { custom_field_values: engraved('Ana') })];
  assert.equal(addLine(lines, lineOf(3)).refusal?.available, 5);
});

test('setting a quantity checks the stock, but less is always accepted', () => {
  const lines = [lineOf(8)];
  assert.equal(setLineQuantity(lines, 'v1', 9).refusal?.available, 5);
  assert.equal(setLineQuantity(lines, 'v1', 7).lines[0]?.quantity, 7);
  assert.equal(setLineQuantity(lines, 'v1', 0).lines[0]?.quantity, 8);
});

test('what a field asks for comes from the product, in the language it came in', () => {
  const variant = variantOf() as Variant;
  const product = { id: 'p1', title: 'طلاء', purchasable: true, images: [], variants: [variant], custom_fields: [{ id: 'text', title: 'النص' }] };
  const texts = [...engraved('Ana'), { id: 'gone', title: 'Color', value: 'rojo' }];
  const { lines } = refreshLines([lineOf(1, { custom_field_values: texts })], [product as unknown as Product]);
  assert.deepEqual(lines[0]?.custom_field_values, [
    { id: 'text', title: 'النص', value: 'Ana' },
    { id: 'gone', title: 'Color', value: 'rojo' },
  ]);
});

test('removing takes one line only', () => {
  const other = lineOf(1, { variant: variantOf({ id: 'v2' }) });
  assert.deepEqual(removeLine([lineOf(1), other], 'v1'), [other]);
});

const itemOf = (quantity: number, over: Partial<OrderItem> = {}) =>
  ({ variant_id: 'v1', quantity, custom_field_values: [], ...over }) as unknown as OrderItem;

test('what was ordered goes from the cart, and what was put there since stays', () => {
  const other = lineOf(1, { variant: variantOf({ id: 'v2' }) });
  assert.deepEqual(withoutOrdered([lineOf(2), other], [itemOf(2)]), [other]);
  assert.deepEqual(withoutOrdered([lineOf(3), other], [itemOf(2)]), [lineOf(1), other], 'no more than the order holds');
  assert.deepEqual(withoutOrdered([lineOf(1)], [itemOf(4)]), []);
  assert.deepEqual(withoutOrdered([other], [itemOf(1)]), [other]);
  assert.deepEqual(withoutOrdered([lineOf(1, { missing: 'sold_out' })], [itemOf(1)]), [], 'the last piece is their own');
});

test('of what bears words, that goes from the cart which bears those of the order', () => {
  const plate = (text: string) => lineOf(1, { custom_field_values: engraved(text) });
  const ordered = itemOf(1, { custom_field_values: engraved('Ana') });
  assert.deepEqual(withoutOrdered([plate('Ana'), plate('Luis'), lineOf(1)], [ordered]), [plate('Luis'), lineOf(1)]);
});

test('a stored cart that is unreadable is empty, and what is no line is left out', () => {
  assert.deepEqual(parseCart(null), []);
  assert.deepEqual(parseCart('{broken'), []);
  assert.deepEqual(parseCart('{"lines":[]}'), []);
  const line = lineOf(2);
  assert.deepEqual(parseCart(JSON.stringify([line, { ...line, quantity: 0 }, 'x', null])), [line]);
});

const productOf = (variant: CartLine['variant'], purchasable = true) =>
  ({
    id: 'p1',
    title: 'Paint',
    purchasable,
    thumbnail: '/media/p',
    images: [{ url: '/media/p', order: 0, type: 'image', alt: 'Three tins' }],
    variants: [variant as Variant],
  }) as Product;

test('a refresh takes the new title, picture and price and tells about the price', () => {
  const { lines, news } = refreshLines([lineOf(2)], [productOf(variantOf({ sale_price_in_cents: 900 }))]);
  assert.deepEqual(lines[0]?.product, { id: 'p1', title: 'Paint', image: '/media/p', image_alt: 'Three tins' });
  assert.equal(cartTotal(lines), 1800);
  assert.deepEqual(news.map(({ kind }) => kind), ['price']);
});

test('a refresh shrinks a line to the stock', () => {
  const fewer = refreshLines([lineOf(4)], [productOf(variantOf({ inventory_quantity: 3 }))]);
  assert.equal(fewer.lines[0]?.quantity, 3);
  assert.deepEqual(fewer.news.map(({ kind }) => kind), ['fewer']);
});

const soldOut = [productOf(variantOf({ inventory_quantity: 0 }))];

test('what cannot be bought stays in sight, out of the sum, and is told once', () => {
  for (const [products, missing] of [[[], 'not_sold'], [[productOf(variantOf(), false)], 'not_sold'], [soldOut, 'sold_out']] as const) {
    const gone = refreshLines([lineOf(2)], [...products]);
    assert.deepEqual(gone.lines.map((line) => [line.missing, line.quantity]), [[missing, 2]]);
    assert.deepEqual(buyableLines(gone.lines), []);
    assert.deepEqual(gone.news.map(({ kind }) => kind), ['gone']);
    assert.deepEqual(parseCart(JSON.stringify(gone.lines)), gone.lines);
    assert.deepEqual(refreshLines(gone.lines, [...products]), { lines: gone.lines, news: [] });
  }
});

test('what comes back into stock is in the order again, and so is what is added anew', () => {
  const { lines: gone } = refreshLines([lineOf(2)], soldOut);
  const back = refreshLines(gone, [productOf(variantOf())]);
  assert.deepEqual(buyableLines(back.lines).map(({ quantity }) => quantity), [2]);
  assert.deepEqual(back.news.map(({ kind }) => kind), ['back']);
  assert.deepEqual(addLine(gone, lineOf(5)).lines, [lineOf(5)]);
});

test('an order is made when the last of it is, as far as that is known of all', () => {
  const variant = { id: 'v', title: 'V', manage_inventory: false, price_in_cents: 100, sale_price_in_cents: null, inventory_quantity: 0 };
  const made = (days?: number): CartLine => ({
    product: { id: 'p', title: 'P', image: null, ...(days && { making_days: days }) },
    variant,
    quantity: 1,
    custom_field_values: [{ id: 'f', title: 'F', value: 'Soler' }],
  });
  const { custom_field_values: _, ...ready } = made(9);
  assert.equal(makingDays([made(3), made(5), ready]), 5);
  assert.equal(makingDays([made(3), made()]), 0);
  assert.equal(makingDays([ready]), 0);
});
