import assert from 'node:assert/strict';
import test from 'node:test';
import { centsOf, countOf, typed } from './cents';

test('an amount is read as people type it', () => {
  const amounts: [string, number][] = [
    ['12', 1200],
    ['12,5', 1250],
    ['12.50 €', 1250],
    ['0,05', 5],
    ['1.234', 123_400],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['١٢٫٥٠', 1250],
  ];
  for (const [text, cents] of amounts) assert.equal(centsOf(text), cents, text);
});

test('what is no amount is refused', () => {
  for (const text of ['', '-5', '1,2,3', 'doce', '12,', '1e3']) assert.equal(centsOf(text), null, text);
});

test('an amount that a field shows is read back as itself', () => {
  for (const lang of ['es', 'en'] as const) {
    for (const cents of [5, 99, 1250, 123_450]) assert.equal(centsOf(typed(cents, lang)), cents);
  }
  assert.deepEqual([typed(1205, 'es'), typed(1205, 'en')], ['12,05', '12.05']);
});

test('pieces are whole numbers', () => {
  assert.deepEqual([countOf(' 12 '), countOf('٧')], [12, 7]);
  for (const text of ['', '1,5', '-2', 'x']) assert.equal(countOf(text), null, text);
});
