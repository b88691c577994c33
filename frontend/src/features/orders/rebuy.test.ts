import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderItem, Product, Variant } from '../../api/types';
import { affordable, keptOf, linesToRebuy } from './rebuy';

const variant = {
  id: 'v1',
  title: 'Cromo',
  price_in_cents: 5500,
  sale_price_in_cents: 4900,
  manage_inventory: true,
  inventory_quantity: 3,
} as Variant;

const product = {
  id: 'p1',
  title: 'Grifo',
  thumbnail: '/tap.webp',
  images: [],
  purchasable: true,
  variants: [variant],
  custom_fields: [{ id: 'text', title: 'Texto', is_required: true, max_length: 24 }],
} as unknown as Product;

const item = {
  product_id: 'p1',
  variant_id: 'v1',
  product_title: 'Grifo de entonces',
  quantity: 2,
  price_at_purchase_in_cents: 6000,
  custom_field_values: [{ id: 'text', title: 'Texto', value: 'Puig' }],
} as OrderItem;

test('items are bought again at the price of today, with what was written on them', () => {
  const { lines, gone } = linesToRebuy([item], [product]);
  assert.deepEqual(gone, []);
  assert.equal(lines[0]?.product.title, 'Grifo');
  assert.equal(lines[0]?.variant.sale_price_in_cents, 4900);
  assert.equal(lines[0]?.quantity, 2);
  assert.deepEqual(lines[0]?.custom_field_values, item.custom_field_values);
});

test('what is no longer sold as it was is named, not added', () => {
  const cases = [
    linesToRebuy([item], []),
    linesToRebuy([item], [{ ...product, purchasable: false }]),
    linesToRebuy([item], [{ ...product, variants: [] }]),
    linesToRebuy([{ ...item, custom_field_values: [] }], [product]),
    linesToRebuy([{ ...item, custom_field_values: [{ id: 'text', title: 'Texto', value: 'P'.repeat(25) }] }], [product]),
    linesToRebuy(
      [{ ...item, custom_field_values: [...item.custom_field_values, { id: 'more', title: 'Más', value: 'too long' }] }],
      [{ ...product, custom_fields: [...product.custom_fields, { id: 'more', title: 'Más', is_required: false, max_length: 3 }] }],
    ),
  ];
  for (const { lines, gone } of cases) {
    assert.deepEqual(lines, []);
    assert.deepEqual(gone, ['Grifo de entonces']);
  }
});

test('what was withdrawn from or given back is not bought again, unless nothing else was bought', () => {
  const line = { ...item, refunded_quantity: 0 };
  const kept = (items: OrderItem[]) => keptOf(items).map(({ quantity }) => quantity);
  assert.deepEqual(kept([line, { ...line, quantity: 1, withdrawn_quantity: 1 }]), [2]);
  assert.deepEqual(kept([{ ...line, quantity: 3, withdrawn_quantity: 1, refunded_quantity: 1 }]), [1]);
  assert.deepEqual(kept([{ ...line, withdrawn_quantity: 2 }]), [2]);
});

test('no more is added than the stock allows beside the cart', () => {
  const line = { product: { id: 'p1', title: 'Grifo', image: null }, variant, quantity: 2 };
  assert.equal(affordable(line, []), 2);
  assert.equal(affordable(line, [line]), 1);
  assert.equal(affordable(line, [line, line]), 0);
  const uncounted = { ...line, variant: { ...variant, manage_inventory: false } };
  assert.equal(affordable(uncounted, [uncounted, uncounted]), 2);
});
