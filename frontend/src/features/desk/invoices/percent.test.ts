import assert from 'node:assert/strict';
import test from 'node:test';
import { percent } from './percent';

test('a rate is written without what says nothing', () => {
  assert.deepEqual([2100, 1000, 520, 0].map((rate) => percent(rate, 'es')), ['21 %', '10 %', '5,2 %', '0 %']);
  assert.equal(percent(520, 'en'), '5.2 %');
});
