import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { attemptOrdered, beginAttempt, currentAttempt, endAttempt, type AttemptStore } from './attempt';

let store: AttemptStore;
let keys: number;
const newKey = () => `key-${++keys}`;

beforeEach(() => {
  const values = new Map<string, string>();
  keys = 0;
  store = {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
});

test('asking for the same again, also after a reload, uses the same key', () => {
  const first = beginAttempt(store, 'two taps to Abrera', newKey);
  assert.equal(beginAttempt(store, 'two taps to Abrera', newKey).key, first.key);
});

test('another cart or address gets a new key and no order', () => {
  attemptOrdered(store, beginAttempt(store, 'two taps to Abrera', newKey), 'order-1');
  const second = beginAttempt(store, 'three taps to Abrera', newKey);
  assert.deepEqual(second, { key: 'key-2', body: 'three taps to Abrera', orderId: null });
});

test('the order that was made is remembered with its key', () => {
  attemptOrdered(store, beginAttempt(store, 'two taps', newKey), 'order-1');
  assert.deepEqual(beginAttempt(store, 'two taps', newKey), { key: 'key-1', body: 'two taps', orderId: 'order-1' });
});

test('after the attempt has ended the same cart is a new purchase', () => {
  beginAttempt(store, 'two taps', newKey);
  endAttempt(store);
  assert.equal(currentAttempt(store), null);
  assert.equal(beginAttempt(store, 'two taps', newKey).key, 'key-2');
});

test('what is not an attempt is ignored', () => {
  for (const rubbish of ['{', '3', 'null', '{"key":1,"body":"two taps","orderId":null}']) {
    store.setItem('checkout-attempt', rubbish);
    assert.equal(currentAttempt(store), null);
  }
});
