import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isDelivered, isPeninsular, isSpain } from './delivery-area';

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

test('Spain is known by the names people give it', () => {
  const countries = JSON.parse(readFileSync('../tests/cases/countries.json', 'utf8')) as { country: string; spain: boolean }[];
  for (const { country, spain } of countries) assert.equal(isSpain(country), spain, JSON.stringify(country));
});

test('a postcode of the peninsula in another country is not delivered to', () => {
  assert.equal(isDelivered({ postal_code: '08630', country: 'España' }), true);
  assert.equal(isDelivered({ postal_code: '08630', country: 'Francia' }), false);
  assert.equal(isDelivered({ postal_code: '07001', country: 'España' }), false);
});
