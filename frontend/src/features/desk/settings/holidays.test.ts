import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { rowsOf, textOf, upcoming, wrongRow } from './holidays';

type Cases = {
  written: string[];
  upcoming: { name: string; holidays: string; today: string; ahead: number; expected: [string, string, string][] }[];
};

const cases = JSON.parse(readFileSync('../tests/cases/holidays.json', 'utf8')) as Cases;
const today = '2026-11-21';

test('the rows of a text are written again in the same words', () => {
  for (const text of cases.written) assert.equal(textOf(rowsOf(text, today)), text);
});

for (const { name, holidays, today: day, ahead, expected } of cases.upcoming) {
  test(`closures: ${name}`, () => {
    assert.deepEqual(upcoming(holidays, day, ahead).map((closed) => [closed.first, closed.last, closed.name]), expected);
  });
}

test('a day of every year is shown with the year in which it comes next', () => {
  const shown = (text: string) => rowsOf(text, today).map(({ first, last }) => [first, last]);
  assert.deepEqual(shown('25-12, 01-01'), [['2026-12-25', ''], ['2027-01-01', '']]);
  assert.deepEqual(shown('24-12/06-01'), [['2026-12-24', '2027-01-06']]);
  assert.deepEqual(rowsOf('24-12/06-01', '2027-01-03')[0]?.first, '2026-12-24');
});

test('a row can be half filled in, and is not right before it has its day', () => {
  const rows = [{ first: '', last: '2026-08-21', yearly: false, name: 'Vacaciones, de ' }, { first: '', last: '', yearly: true, name: '' }];
  const again = rowsOf(textOf(rows), today);
  assert.deepEqual(again, [{ ...rows[0], name: 'Vacaciones  de ' }, rows[1]]);
  assert.equal(wrongRow(again), 0);
  assert.equal(wrongRow(rowsOf('21-08-2026/03-08-2026', today)), 0);
  assert.equal(wrongRow(rowsOf('25-12, 24-12/06-01', today)), -1);
});
