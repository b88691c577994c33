import assert from 'node:assert/strict';
import test from 'node:test';
import { changedOf, leftOf } from './words';

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
