import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { contactBody, isIncomplete, messageBody, quoteBody, serviceFor, services } from './inquiry';

const typed = { name: 'Núria', email: 'nuria@example.com', message: 'Una puerta.', website: '' };

test('a request is incomplete without a name, an address or a message', () => {
  assert.equal(isIncomplete(typed), false);
  for (const name of ['name', 'email', 'message']) {
    assert.equal(isIncomplete({ ...typed, [name]: ' ' }), true, name);
    assert.equal(isIncomplete(Object.fromEntries(Object.entries(typed).filter(([key]) => key !== name))), true, name);
  }
});

test('a request for a quote sends what was filled in and leaves out what was not', () => {
  const body = quoteBody({ ...typed, phone: '', service: 'plumber', town: '08630', when: '' }, 'fr');
  assert.deepEqual(body, { ...typed, lang: 'fr', service: 'plumber', town: '08630', consent: true });
});

test('photos are named by what the server called them, if there are any', () => {
  assert.deepEqual(quoteBody(typed, 'es', ['a', 'b']), { ...typed, lang: 'es', consent: true, photos: ['a', 'b'] });
  assert.equal('photos' in quoteBody({ ...typed, photos: 'C:\\fakepath\\a.jpg' }, 'es', []), false);
});

test('a message sends nothing but what its form asks for', () => {
  assert.deepEqual(messageBody({ ...typed, phone: '600', other: 'x' }, 'ar'), { ...typed, lang: 'ar' });
});

test('what only machines fill in reaches the server, which judges it', () => {
  assert.equal(messageBody({ ...typed, website: 'http://spam.example' }, 'es').website, 'http://spam.example');
  assert.equal(quoteBody({ ...typed, website: 'x' }, 'es').website, 'x');
});

test('the type of a product names the service where nobody has to think about it', () => {
  const types = ['Climatización', 'Cerrajería', 'Electricidad', 'Fontanería', 'Pintura', 'Herrería', 'carpintería de aluminio'];
  const found = types.map(serviceFor);
  assert.deepEqual(found, ['refrigeration', 'locksmith', 'electrician', 'plumber', 'painter', 'blacksmith', 'carpenter']);
  assert.deepEqual(found.filter((service) => service === undefined || !services.includes(service)), []);
  for (const type of ['', 'Herramientas', 'Seguridad', 'Electrodomésticos']) assert.equal(serviceFor(type), undefined, type);
});

test('the server knows every service of the form, and no other', () => {
  const rust = readFileSync('../src/quotes/service.rs', 'utf8');
  const [variants] = /(?<=pub enum Service \{)[^}]+/.exec(rust) ?? [''];
  const known = [...variants.matchAll(/\w+/g)].map(([name]) => name.toLowerCase());
  assert.deepEqual(services, known);
});

test('only a complaint says what it is, and which order it is about', () => {
  assert.deepEqual(contactBody({ ...typed, kind: '', order: '2026-0042' }, 'es'), { ...typed, lang: 'es' });
  assert.deepEqual(contactBody({ ...typed, kind: 'complaint', order: '' }, 'fr'), { ...typed, lang: 'fr', kind: 'complaint' });
  assert.deepEqual(contactBody({ ...typed, kind: 'complaint', order: '2026-0042' }, 'ar'), { ...typed, lang: 'ar', kind: 'complaint', order: '2026-0042' });
});
