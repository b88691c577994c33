import assert from 'node:assert/strict';
import test from 'node:test';
import { openingsOf, textOf, weekOf, wrongSpan } from './week';

test('hours are written as they were read', () => {
  for (const text of ['Mo-Fr 08:00-18:00', 'Mo-Th 08:00-13:30, Mo-Th 15:00-19:00, Sa 09:00-13:00', 'Su 10:00-14:00', '']) {
    assert.equal(textOf(weekOf(text)), text);
  }
});

test('days that open alike are written as one', () => {
  const week = weekOf('Mo 08:00-18:00, Tu 08:00-18:00, Th-Fr 08:00-18:00');
  assert.equal(textOf(week), 'Mo-Tu 08:00-18:00, Th-Fr 08:00-18:00');
  assert.deepEqual(openingsOf('Sa 09:00-, Su 10:00-14:00'), [{ first_day: 6, last_day: 6, opens: '10:00', closes: '14:00' }]);
});

test('a time that is still missing is not forgotten', () => {
  const text = 'Mo 08:00-, Sa -';
  assert.equal(textOf(weekOf(text)), text);
  assert.equal(wrongSpan(weekOf(text)), null);
});

test('a week that cannot be is found', () => {
  assert.deepEqual(wrongSpan(weekOf('Mo 08:00-12:00, Tu 18:00-08:00')), { day: 1, span: 0 });
  assert.deepEqual(wrongSpan(weekOf('We 08:00-12:00, We 11:00-15:00')), { day: 2, span: 1 });
  assert.equal(wrongSpan(weekOf('Mo-Su 08:00-12:00, Mo-Su 12:00-15:00')), null);
});
