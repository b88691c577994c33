import assert from 'node:assert/strict';
import test from 'node:test';
import { isBeingMade } from './being-made';

test('a paid order waits for what is made for its buyer, unless it is withdrawn or given back', () => {
  const plain = { custom_field_values: [] };
  const plate = { custom_field_values: [{ id: 'f', title: 'Texto', value: 'Puig' }] };
  const order = { status: 'paid', refund_state: 'none', order_items: [plain, plate] } as const;
  const made = (more: object) => isBeingMade({ ...order, order_items: [...order.order_items], ...more });
  assert.ok(made({}));
  assert.ok(!made({ order_items: [plain] }));
  assert.ok(!made({ status: 'shipped' }));
  assert.ok(!made({ refund_state: 'refunded' }));
  assert.ok(!made({ withdrawn_at: '2026-11-20T11:00:00.000Z' }));
});
