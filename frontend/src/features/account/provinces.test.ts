import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provinceOf } from './provinces';

test('two digits of a postcode name its province', () => {
  for (const [postcode, province] of [
    ['01', 'Araba/Álava'],
    ['08630', 'Barcelona'],
    [' 17', 'Girona'],
    ['28001', 'Madrid'],
    ['46001 ', 'València/Valencia'],
    ['52001', 'Melilla'],
  ] as const) {
    assert.equal(provinceOf(postcode), province);
  }
  for (const none of ['', '0', '00', '53000', '8630x', '086300', 'SW1A']) assert.equal(provinceOf(none), undefined);
});
