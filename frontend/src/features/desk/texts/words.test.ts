import assert from 'node:assert/strict';
import test from 'node:test';
import { changedOf, filledIn, leftOf, unfilled } from './words';

test('only texts that differ from the saved ones are to be saved', () => {
  const saved = (key: string) => (key === 'text.es.hero.title' ? 'Manos' : '');
  const typed = { 'text.es.hero.title': ' Manos ', 'text.es.hero.lead': 'Aquí', 'text.fr.hero.lead': ' ' };
  assert.deepEqual(changedOf(typed, saved), { 'text.es.hero.lead': 'Aquí' });
});

test('what is typed while a save is on its way stays to be saved', () => {
  const sent = { a: 'one', b: 'two' };
  assert.deepEqual(leftOf({ a: 'one', b: 'two more', c: 'three' }, sent), { b: 'two more', c: 'three' });
  assert.deepEqual(leftOf(sent, sent), {});
});

test('what a text names of the firm is shown filled in, and named again when it is kept', () => {
  const known = { brand: 'Manetes', locality: 'Abrera', places: 'Abrera, Olesa (Nord)' };
  const kept = '{{brand}}: manos en {{locality}}.';
  assert.equal(filledIn(kept, known), 'Manetes: manos en Abrera.');
  assert.equal(unfilled('Manetes: manos en Abrera.', known), kept);
  assert.equal(unfilled('Abreras, manetes', known), 'Abreras, manetes', 'another word');
  assert.equal(filledIn('{{nobody}}', known), '{{nobody}}', 'is refused as it is');
  for (const typed of ['Abrera, Olesa (Nord)', '{{Abrera}}', 'Abrera Abrera', 'Mane', 'Manetes$&', '']) {
    assert.equal(filledIn(unfilled(typed, known), known), typed, 'what is typed stays as it is typed');
  }
  assert.equal(unfilled('Somos Manetes', { brand: 'Manetes', locality: '' }), 'Somos {{brand}}');
});
