import assert from 'node:assert/strict';
import test from 'node:test';
import type { Opening } from '../../../api/types';
import { openingsOf, weekOf, wrongSpan } from './week';

const opening = (days: [number, number], opens: string, closes: string): Opening => ({ first_day: days[0], last_day: days[1], opens, closes });

test('hours are told as they were heard', () => {
  const split = [opening([0, 3], '08:00', '13:30'), opening([0, 3], '15:00', '19:00'), opening([5, 5], '09:00', '13:00')];
  for (const openings of [[opening([0, 4], '08:00', '18:00')], split, [opening([6, 6], '10:00', '14:00')], []]) {
    assert.deepEqual(openingsOf(weekOf(openings)), openings);
  }
});

test('days that open alike are told as one', () => {
  const days = [opening([0, 0], '08:00', '18:00'), opening([1, 1], '08:00', '18:00'), opening([3, 4], '08:00', '18:00')];
  assert.deepEqual(openingsOf(weekOf(days)), [opening([0, 1], '08:00', '18:00'), opening([3, 4], '08:00', '18:00')]);
});

test('a time that is still missing is not wrong', () => {
  assert.equal(wrongSpan(weekOf([opening([0, 0], '08:00', ''), opening([5, 5], '', '')])), null);
});

test('a week that cannot be is found', () => {
  assert.deepEqual(wrongSpan(weekOf([opening([0, 0], '08:00', '12:00'), opening([1, 1], '18:00', '08:00')])), { day: 1, span: 0 });
  assert.deepEqual(wrongSpan(weekOf([opening([2, 2], '08:00', '12:00'), opening([2, 2], '11:00', '15:00')])), { day: 2, span: 1 });
  assert.equal(wrongSpan(weekOf([opening([0, 6], '08:00', '12:00'), opening([0, 6], '12:00', '15:00')])), null);
});
