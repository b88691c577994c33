import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from './log-detail';

const texts: Record<string, string> = {
  'desk.fact.amount_in_cents': 'Importe',
  'desk.fact.restock': 'Vuelve a existencias',
  'desk.fact.yes': 'sí',
  'desk.fact.carrier': 'Transporte',
  'desk.carrier.own_van': 'Nuestra furgoneta',
  'desk.fact.fields': 'Cambios',
  'desk.field.title': 'título',
  'desk.fact.variants': 'Variantes',
  'desk.fact.before': 'Antes',
  'desk.comments.pending': 'Por revisar',
  'desk.tariff.kind.job': 'Trabajo',
  'desk.tariff.kind.call_out_in_jobs': 'Salida incluida',
};
const t = (key: string) => texts[key] ?? key;
const facts = (act: string, detail: Record<string, unknown> | null) =>
  factsOf({ act, detail }, t, 'es').map(({ name, values }) => `${name}: ${values.join(', ')}`);

test('the facts of an entry are told in words', () => {
  assert.deepEqual(facts('order.refund_queued', { amount_in_cents: 1250 }), ['Importe: 12,50\u00a0€']);
  assert.deepEqual(facts('order.cancelled', { restock: true }), ['Vuelve a existencias: sí']);
  assert.deepEqual(facts('order.shipped', { carrier: 'own_van' }), ['Transporte: Nuestra furgoneta']);
  assert.deepEqual(facts('product.changed', { fields: ['title', 'slug'], variants: ['a', 'b'] }), ['Cambios: título, slug', 'Variantes: 2']);
  assert.deepEqual(facts('order.note', null), []);
});

test('a price that changed says what it is of and is written as money, without its translations', () => {
  const before = ['job Grifo · ca: Aixeta · ar: حنفية ≥ 60.00', 'zone Abrera (08630) 12.00', 'hora 1'];
  assert.deepEqual(facts('tariff.saved', { before }), ['Antes: Trabajo Grifo ≥ 60,00\u00a0€, zone Abrera (08630) 12,00\u00a0€, hora 1']);
});

test('whether the call-out is in the prices of the jobs is told in words', () => {
  assert.deepEqual(facts('tariff.saved', { before: ['call_out_in_jobs yes'] }), ['Antes: Salida incluida sí']);
});

test('what only programs read is left out', () => {
  assert.deepEqual(facts('withdrawal.received', { seal: 'bbb', order: 'o', marks: [], fields: ['title'] }), ['Cambios: título']);
});

test('what the owner wrote is not taken for a word of ours', () => {
  assert.deepEqual(facts('comment.approved', { item_id: 'p', before: 'pending' }), ['Antes: Por revisar']);
  assert.deepEqual(facts('setting.changed', { before: 'pending', after: '' }), ['Antes: pending']);
});
