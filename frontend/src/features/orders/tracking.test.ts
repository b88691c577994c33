import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carrierUrl } from './tracking';

test("a tracking number leads to the carrier's page", () => {
  assert.equal(
    carrierUrl('PQ4E8X0700012340108001A'),
    'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=PQ4E8X0700012340108001A',
  );
});

test('anything else leads nowhere', () => {
  for (const number of [null, '', 'SHORT1234', 'a'.repeat(12), 'PQ4E8X070001&x=1', '1'.repeat(31), '../../evil0000']) {
    assert.equal(carrierUrl(number), null);
  }
});
