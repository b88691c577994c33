import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderItem } from '../../api/types';
import { comesTo, everything, linesOf, unitsLeft } from './refund-lines';

const item = (id: string, quantity: number, refunded_quantity: number, price_at_purchase_in_cents: number) =>
  ({ id, quantity, refunded_quantity, price_at_purchase_in_cents }) as OrderItem;

const order = { order_items: [item('a', 3, 1, 2000), item('b', 1, 0, 999)], refundable_in_cents: 5494 };
const picked = { a: { quantity: 2, restock: true }, b: { quantity: 0, restock: false } };

test('a refund of goods comes to their price and the shipping, and to no more than is left', () => {
  assert.deepEqual(order.order_items.map(unitsLeft), [2, 1]);
  assert.equal(comesTo(order, {}, 0), 0);
  assert.equal(comesTo(order, picked, 495), 4495);
  assert.equal(comesTo(order, { ...picked, b: { quantity: 1, restock: true } }, 496), 5494);
});

test('everything is what is left of each line', () => {
  const gone = { order_items: [...order.order_items, item('c', 1, 1, 500)] };
  assert.deepEqual(everything(gone, true), { a: { quantity: 2, restock: true }, b: { quantity: 1, restock: true } });
});

test('only lines of which something was picked are asked for', () => {
  assert.deepEqual(linesOf(order, picked), [{ item_id: 'a', quantity: 2, restock: true }]);
});
