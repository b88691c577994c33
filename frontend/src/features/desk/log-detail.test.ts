import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { factsOf, forPrograms, settingName, subjectName } from './log-detail';

const texts: Record<string, string> = {
  'desk.fact.amount_in_cents': 'Importe',
  'desk.fact.restock': 'Vuelve a existencias',
  'desk.fact.yes': 'sí',
  'desk.fact.reason': 'Quién',
  'desk.fact.by.buyer': 'quien lo compró',
  'desk.fact.carrier': 'Transporte',
  'desk.carrier.own_van': 'Nuestra furgoneta',
  'desk.fact.fields': 'Cambios',
  'desk.field.title': 'título',
  'desk.fact.variants': 'Variantes',
  'desk.fact.before': 'Antes',
  'desk.comments.pending': 'Por revisar',
  'desk.fact.after': 'Ahora',
  'desk.fact.due_on': 'Hasta',
  'desk.texts.known.locality': 'tu población',
  'desk.fact.backup': 'Copia del',
  'desk.settings.key.company.hours': 'Horario',
  'desk.texts.title': 'Textos',
  'desk.texts.key.hero.title': 'Título',
  'hours.days': 'lunes martes miércoles jueves viernes sábado domingo',
  'hours.line': 'abierto',
  'desk.tariff.kind.job': 'Trabajo',
  'desk.tariff.kind.call_out_in_jobs': 'Salida incluida',
  'desk.tariff.kind.surcharges_in_jobs': 'Mismo precio de noche',
};
const t = (key: string) => texts[key] ?? key;
const facts = (act: string, detail: Record<string, unknown> | null, subject = '') =>
  factsOf({ act, detail, subject }, t, 'es').map(({ name, values }) => `${name}: ${values.join(', ')}`);

test('the facts of an entry are told in words', () => {
  assert.deepEqual(facts('order.refund_queued', { amount_in_cents: 1250 }), ['Importe: 12,50\u00a0€']);
  assert.deepEqual(facts('order.cancelled', { restock: true, reason: 'buyer' }), ['Vuelve a existencias: sí', 'Quién: quien lo compró']);
  assert.deepEqual(facts('order.shipped', { carrier: 'own_van' }), ['Transporte: Nuestra furgoneta']);
  assert.deepEqual(facts('product.changed', { fields: ['title', 'slug'], variants: ['a', 'b'] }), ['Cambios: título, slug', 'Variantes: 2']);
  assert.deepEqual(facts('order.note', null), []);
});

test('a price that changed says what it is of and is written as money, without its translations', () => {
  const before = ['job Grifo · ca: Aixeta · ar: حنفية ≥ 60.00', 'zone Abrera (08630) 12.00', 'hora 1'];
  assert.deepEqual(facts('tariff.saved', { before }), ['Antes: Trabajo Grifo ≥ 60,00\u00a0€, zone Abrera (08630) 12,00\u00a0€, hora 1']);
});

test('what is in the prices of the jobs is told in words', () => {
  assert.deepEqual(facts('tariff.saved', { before: ['call_out_in_jobs yes'] }), ['Antes: Salida incluida sí']);
  assert.deepEqual(facts('tariff.saved', { after: ['surcharges_in_jobs no'] }), ['Ahora: Mismo precio de noche no']);
});

test('what only programs read is left out', () => {
  assert.deepEqual(facts('withdrawal.received', { seal: 'bbb', order: 'o', marks: [], fields: ['title'] }), ['Cambios: título']);
});

test('what the owner wrote is not taken for a word of ours', () => {
  assert.deepEqual(facts('comment.approved', { item_id: 'p', before: 'pending' }), ['Antes: Por revisar']);
  assert.deepEqual(facts('setting.changed', { before: 'pending', after: '' }), ['Antes: pending']);
});

test('a setting goes by the name and the words of its form', () => {
  assert.equal(settingName('company.hours', t), 'Horario');
  assert.equal(settingName('text.fr.hero.title', t), 'Textos (Français): Título');
  assert.equal(settingName('text.fr.service.urgencias.text', t), 'Textos (Français)');
  assert.equal(settingName('of.tomorrow', t), 'of.tomorrow');
  const changed = (subject: string, after: string) => facts('setting.changed', { after }, subject);
  assert.deepEqual(changed('company.hours', 'Mo-Fr 08:00-18:00, Sa 09:00-13:00'), ['Ahora: abierto; abierto']);
  assert.deepEqual(changed('company.hours', 'by appointment'), ['Ahora: by appointment']);
  assert.deepEqual(changed('shipping.carriers', 'correos, own_van'), ['Ahora: Correos, Nuestra furgoneta']);
  assert.deepEqual(changed('ratings.ask', 'false'), ['Ahora: desk.fact.no']);
  assert.deepEqual(changed('company.brand', '2026-12-11'), ['Ahora: 2026-12-11'], 'what somebody wrote stays');
});

test('what an act was done to goes by its name, and never by what programs call it', () => {
  const said = (act: string, subject: string, name?: string, detail = {}, is_there = false) =>
    subjectName({ act, subject, name, detail, is_there }, (key, params) => (key === 'desk.log.number' ? `n.º ${String(params?.['number'])}` : t(key)));
  const id = '0198f2c2-5f1d-7c3a';
  assert.equal(said('order.shipped', id, '2026-0012'), 'n.º 2026-0012');
  assert.equal(said('invoice.annulled', 'F2026-3'), 'n.º F2026-3');
  assert.equal(said('tariff.saved', '4'), 'n.º 4');
  assert.equal(said('product.changed', id, 'Grifo'), 'Grifo');
  assert.equal(said('passkey.added', id, 'marta@example.com'), 'marta@example.com');
  for (const act of ['quote.deleted', 'stock.counted', 'order.note', 'account.recovery_mailed']) assert.equal(said(act, id), 'desk.log.gone', act);
  for (const act of ['admin.granted', 'person.erased', 'law.confirmed', 'catalogue.imported']) assert.equal(said(act, id), null, act);
  assert.equal(said('withdrawal.closed', id, undefined, {}, true), 'desk.log.open', 'no order is known, but the case can be seen');
  assert.equal(said('maker.deleted', 'acme', undefined, { name: 'Acme' }), null, 'its facts tell the name');
});

test('a number says of what it is', () => {
  assert.deepEqual(facts('stock.counted', { after: 5, before: 2 }), ['Antes: desk.log.units', 'Ahora: desk.log.units']);
  assert.deepEqual(facts('setting.changed', { before: '4.95' }, 'shipping.flat'), ['Antes: 4,95\u00a0€']);
  assert.deepEqual(facts('setting.changed', { after: 'En {{locality}}' }, 'text.es.hero.place'), ['Ahora: En [tu población]']);
});

test('days and moments are told as the desk tells them', () => {
  assert.deepEqual(facts('complaint.received', { due_on: '2026-12-11' }), ['Hasta: vie, 11 dic']);
  const backup = { made_at: '2026-11-26T15:40:00.000Z', log_head: 'abc' };
  assert.deepEqual(facts('shop.restored', { backup }), ['Copia del: 26\u00a0nov\u00a02026,\u00a016:40']);
});

test('every fact that the server writes down has a name', () => {
  const named = (JSON.parse(readFileSync('../locales/es.json', 'utf8')) as { desk: Record<string, string> }).desk;
  const files = readdirSync('../src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.rs') && !/tests?[/.]/.test(file));
  const written = files
    .map((file) => readFileSync(path.join('../src', file), 'utf8').split('#[cfg(test)]')[0] ?? '')
    .filter((text) => /audit::record\(|write_down\(/.test(text))
    .join('\n');
  const details = [...written.matchAll(/ detail(?:: Value)? = (?:serde_json::)?json!\(\{([^}]*)\}|json!\(\{([^}]*)\}\), (?:None|Some|now)/g)];
  const facts = [
    ...details.flatMap(([, told = '', given = '']) => [...(told + given).matchAll(/"(\w+)":/g)]),
    ...written.matchAll(/ detail\["(\w+)"\]/g),
  ].map(([, fact = '']) => fact);
  assert.ok(facts.includes('units') && facts.includes('due_on') && facts.includes('mail'), facts.join());
  // Whoever found the order of a withdrawal stands in the order's own history.
  const known = (fact: string) => `desk.fact.${fact}` in named || forPrograms.has(fact) || fact === 'by';
  assert.deepEqual(facts.filter((fact) => !known(fact)), []);
});
