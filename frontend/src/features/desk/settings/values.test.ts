import assert from 'node:assert/strict';
import test from 'node:test';
import type { Setting } from '../../../api/types';
import { groups, grouped } from './groups';
import { formOf, nameOf, sent, shown, wrongNumbers } from './values';

const setting = (key: string, kind: Setting['kind'], value = ''): Setting => ({ key, kind, value, default: '', is_example: false });

test('an amount is shown as the language writes it, and sent as the server does', () => {
  const flat = setting('shipping.flat', 'cents', '4.95');
  assert.equal(shown(flat, ','), '4,95');
  assert.equal(shown(flat, '.'), '4.95');
  assert.deepEqual(['4,95', '4.95 €', '5', '1.200'].map((text) => sent(flat, text)), ['4.95', '4.95', '5.00', '1200.00']);
  assert.equal(sent(flat, 'cheap'), 'cheap');
});

test('places stand on a line each', () => {
  const area = setting('company.area', 'list', 'Abrera, Olesa de Montserrat');
  assert.equal(shown(area, ','), 'Abrera\nOlesa de Montserrat');
  assert.equal(sent(area, 'Abrera\n\n Martorell , Olesa\n'), 'Abrera, Martorell, Olesa');
  const carriers = setting('shipping.carriers', 'text', 'correos, own_van');
  assert.equal(shown(carriers, ','), 'correos\nown_van');
  assert.equal(sent(carriers, 'seur\ncorreos'), 'seur, correos');
});

test('hours come and go as times of opening, all else as text', () => {
  const openings = [{ first_day: 0, last_day: 4, opens: '08:00', closes: '18:00' }];
  const hours = { ...setting('company.hours', 'hours', 'Mo-Fr 08:00-18:00'), openings };
  const low = setting('stock.low', 'number', '3');
  const values = { [hours.key]: shown(hours, ','), [low.key]: shown(low, ',') };
  assert.deepEqual(formOf([hours, low], values), { values: { 'stock.low': '3' }, openings: { 'company.hours': openings } });
});

test('a telephone may be typed as people write it', () => {
  for (const key of ['company.phone', 'company.office_phone', 'company.whatsapp']) {
    const phone = setting(key, 'text');
    assert.equal(sent(phone, '600 111 222'), '+34600111222');
    assert.equal(sent(phone, 'none'), 'none');
    assert.equal(sent(phone, ''), '');
  }
});

test('every telephone that is none is told, and one that may be missing is not', () => {
  assert.deepEqual(wrongNumbers({ brand: '', phone: 'abc', office_phone: '', whatsapp: '600 111 222' }), ['phone']);
});

test('no two fields of a group have one name, and no setting is left out', () => {
  for (const { id, keys } of groups) assert.equal(new Set(keys.map(nameOf)).size, keys.length, id);
  const unknown = setting('shop.closed', 'switch');
  const all = grouped([unknown, setting('company.phone', 'text')]);
  assert.deepEqual(all.map(({ group }) => group.id), ['company', 'others']);
  assert.deepEqual(all.at(-1)?.settings, [unknown]);
});
