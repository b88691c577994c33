import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isPeninsular } from './postcode';

interface Case {
  postcode: string;
  delivered: boolean;
  why: string;
}

const cases = JSON.parse(readFileSync('../tests/cases/postcodes.json', 'utf8')) as Case[];

test('only postcodes of the peninsula are delivered to', () => {
  for (const { postcode, delivered, why } of cases) {
    assert.equal(isPeninsular(postcode), delivered, `${JSON.stringify(postcode)}: ${why}`);
  }
});

test('47 provinces are on the peninsula', () => {
  const provinces = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
  assert.equal(provinces.filter((province) => isPeninsular(`${province}001`)).length, 47);
});
