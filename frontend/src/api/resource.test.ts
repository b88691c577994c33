import assert from 'node:assert/strict';
import test from 'node:test';

import { ResourceCache } from './resource';

test('a desk that has closed keeps what is open and forgets what was read before', () => {
  const [open, before, store] = ['/api/admin/orders/1', '/api/admin/customers/2', '/api/store/products'];
  const cache = new ResourceCache(Object.fromEntries([open, before, store].map((path) => [path, { status: 200, body: path }])));
  cache.show(open);
  cache.clearHidden();
  assert.deepEqual([open, before, store].map((path) => cache.get(path).data), [open, undefined, store]);
});
