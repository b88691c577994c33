import assert from 'node:assert/strict';
import test from 'node:test';
import { langCodes } from './languages';

// The engine lacks these; here they are taken away before the polyfills are loaded and compared
// with the platform's own.
const names = ['URL', 'URLSearchParams', 'Intl', 'TextEncoder'] as const;
const scope = globalThis as Record<string, unknown>;
const native = { URL, URLSearchParams, Intl, TextEncoder };
for (const name of names) scope[name] = undefined;
await import('./polyfills');
const ours = { URL, URLSearchParams, Intl, TextEncoder };
Object.assign(scope, native);

test('plural categories are those of the platform', () => {
  const numbers = [...Array.from({ length: 205 }, (_, n) => n), 1_000_000, 1.5];
  for (const lang of langCodes) {
    const mine = new ours.Intl.PluralRules(lang);
    const platform = new native.Intl.PluralRules(lang);
    for (const n of numbers) assert.equal(mine.select(n), platform.select(n), `${lang} ${n}`);
  }
});

test('addresses are split as the platform splits them', () => {
  const samples: [string, string?][] = [
    ['https://shop.test:8080/store?type=Pintura&q=a%20b#top'],
    ['http://localhost'],
    ['/product/1?lang=ar', 'http://localhost/store?x=1'],
    ['?page=2', 'http://localhost/store'],
    ['../cart', 'http://localhost/a/b/c'],
    ['#contacto', 'http://localhost/?q=1'],
  ];
  for (const [input, base] of samples) {
    const mine = new ours.URL(input, base);
    const platform = new native.URL(input, base);
    for (const part of ['href', 'origin', 'pathname', 'search', 'hash', 'hostname', 'port'] as const) {
      assert.equal(mine[part], platform[part], `${part} of ${input}`);
    }
  }
  assert.throws(() => new ours.URL('/no-base'));
});

test('queries are read and written as the platform does', () => {
  for (const query of ['?type=Cerrajer%C3%ADa&q=a+b&x', 'a=1&a=2', '', '%E0%A4%A=bad']) {
    const mine = new ours.URLSearchParams(query);
    const platform = new native.URLSearchParams(query);
    for (const name of ['type', 'q', 'x', 'a', 'missing']) assert.equal(mine.get(name), platform.get(name), query);
    assert.deepEqual(mine.getAll('a'), platform.getAll('a'));
  }
  const mine = new ours.URLSearchParams({ q: 'añil y más', lang: 'es' });
  mine.set('lang', 'ar');
  assert.equal(mine.toString(), 'q=a%C3%B1il+y+m%C3%A1s&lang=ar');
});

test('text is encoded as UTF-8', () => {
  const text = 'añ€ع😀';
  assert.deepEqual([...new ours.TextEncoder().encode(text)], [...new native.TextEncoder().encode(text)]);
});
