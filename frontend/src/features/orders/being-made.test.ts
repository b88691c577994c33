import assert from 'node:assert/strict';
import test from 'node:test';
import { isBeingMade } from './being-made';

test('a paid order waits for what is made for its buyer, unless it is withdrawn or given back', () => {
  const plain = { quantity: 1, refunded_quantity: 0, custom_field_values: [] };
  const plate = { quantity: 2, refunded_quantity: 0, custom_field_values: [{ id: 'f', title: 'Texto', value: 'Puig' }] };
  const order = { status: 'paid', refund_state: 'none', order_items: [plain, plate] } as const;
  const made = (more: object) => isBeingMade({ ...order, order_items: [...order.order_items], ...more });
  assert.ok(made({}));
  assert.ok(!made({ order_items: [plain] }));
  assert.ok(!made({ status: 'shipped' }));
  assert.ok(!made({ refund_state: 'refunded' }));
  assert.ok(made({ order_items: [plain, { ...plate, refunded_quantity: 1 }] }), 'one of them is still made');
  assert.ok(!made({ order_items: [plain, { ...plate, refunded_quantity: 2 }] }), 'what is left is ready');
  assert.ok(!made({ withdrawn_at: '2026-11-20T11:00:00.000Z' }));
});
