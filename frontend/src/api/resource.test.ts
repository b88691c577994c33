import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';

import { ResourceCache } from './resource';

const asked = globalThis.fetch;
afterEach(() => void (globalThis.fetch = asked));

test('a desk that has closed keeps what is open and forgets what was read before', () => {
  const [open, before, store] = ['/api/admin/orders/1', '/api/admin/customers/2', '/api/store/products'];
  const cache = new ResourceCache(Object.fromEntries([open, before, store].map((path) => [path, { status: 200, body: path }])));
  cache.show(open);
  cache.clearHidden();
  assert.deepEqual([open, before, store].map((path) => cache.get(path).data), [open, undefined, store]);
});

test('of too many answers the oldest are forgotten, but never one that is shown', () => {
  const cache = new ResourceCache();
  const path = (n: number) => `/api/store/products/${n}`;
  const known = () => Array.from({ length: 200 }, (_, n) => n).filter((n) => cache.get(path(n)).data !== undefined);
  const hide = cache.show(path(0));
  for (let n = 0; n < 100; n += 1) cache.set(path(n), { data: n });
  assert.deepEqual(known(), [0, ...Array.from({ length: 59 }, (_, n) => n + 41)]);
  hide();
  cache.set(path(100), { data: 100 });
  assert.deepEqual(known(), Array.from({ length: 60 }, (_, n) => n + 41));
});

test('more than is kept may be shown at once, and goes when it is hidden', () => {
  const cache = new ResourceCache();
  const paths = Array.from({ length: 70 }, (_, n) => `/api/store/products/${n}`);
  const hides = paths.map((path) => cache.show(path));
  for (const path of paths) cache.set(path, { data: path });
  const known = () => paths.filter((path) => cache.get(path).data !== undefined).length;
  assert.equal(known(), 70);
  for (const hide of hides) hide();
  cache.set('/api/tariff', { data: 'new' });
  assert.equal(known(), 59);
  assert.equal(cache.get('/api/tariff').data, 'new');
});

test('an answer that breaks off midway leaves what is shown, and is an error where nothing is', async () => {
  const start = (body: ReadableStreamDefaultController) => body.error(new TypeError('terminated'));
  globalThis.fetch = () => Promise.resolve(new Response(new ReadableStream({ start })));
  const cache = new ResourceCache({ '/api/tariff': { status: 200, body: 'known' } });
  await cache.load('/api/tariff');
  assert.equal(cache.get('/api/tariff').data, 'known');
  await cache.load('/api/orders/1');
  assert.equal(cache.get('/api/orders/1').error?.code, 'network_error');
});
