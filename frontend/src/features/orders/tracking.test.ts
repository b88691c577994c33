import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carrierOf, carrierUrl } from './tracking';

test("a tracking number leads to the carrier's page", () => {
  assert.equal(
    carrierUrl('PQ4E8X0700012340108001A'),
    'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=PQ4E8X0700012340108001A',
  );
});

test('each carrier has a page of its own, and who brings nothing by number has none', () => {
  const hosts = (['seur', 'mrw', 'gls'] as const).map((carrier) => new URL(carrierUrl('1234567890', carrier) ?? '').host);
  assert.deepEqual(hosts, ['www.seur.com', 'www.mrw.es', 'gls-group.com']);
  assert.equal(carrierUrl('1234567890', 'own_van'), null);
  assert.equal(carrierUrl('1234567890', 'pick_up'), null);
});

test('an address names a carrier, or means Correos', () => {
  assert.deepEqual([null, 'seur', 'toString', 'pick_up', ''].map(carrierOf), ['correos', 'seur', 'correos', 'correos', 'correos']);
});

test('anything else leads nowhere', () => {
  for (const number of [null, '', 'SHORT1234', 'a'.repeat(12), 'PQ4E8X070001&x=1', '1'.repeat(31), '../../evil0000']) {
    assert.equal(carrierUrl(number), null);
  }
});
