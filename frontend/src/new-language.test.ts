// A language is its file and its line: the test adds one to a copy of locales/ and builds with it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import vm from 'node:vm';
import { cardsPerPage, resourcePaths } from './api/paths';
import type { Site } from './api/types';
import type { Lang } from './languages';

const place = mkdtempSync(path.join(tmpdir(), 'language-'));
after(() => rmSync(place, { recursive: true }));
const locales = path.join(place, 'locales');
const dist = path.join(place, 'dist');

/** Every text of a language, with a mark: Polish as far as a machine can tell, plural forms included. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return `‹pl›${value}`;
  if (Array.isArray(value)) return value.map(marked);
  const parts = Object.entries(value as Record<string, unknown>).flatMap(([key, part]) => {
    const few = key.endsWith('_other') ? [[key.replace(/_other$/, '_few'), `‹few›${String(part)}`]] : [];
    return [[key, marked(part)], ...few];
  });
  return Object.fromEntries(parts) as unknown;
}

cpSync('../locales', locales, { recursive: true });
const list = path.join(locales, 'languages.json');
const spanish = JSON.parse(readFileSync(path.join(locales, 'es.json'), 'utf8')) as unknown;
writeFileSync(path.join(locales, 'pl.json'), JSON.stringify(marked(spanish)));
const line = '  "pl": { "name": "Polski", "dir": "ltr", "locale": "pl_PL", "money": "0,00\u00a0zł" }';
writeFileSync(list, readFileSync(list, 'utf8').replace(/\n\}\n$/, `,\n${line}\n}\n`));
execFileSync(process.execPath, ['build.mjs', locales, dist]);

type Manifest = { locales: Record<string, string[]>; texts: Record<string, Record<string, string[]>> };
const manifest = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Manifest;

const site: Site = {
  brand: 'Manetes', legal_name: 'Manetes S.L.', phone: '+34600000000', phone_display: '600 000 000', whatsapp: '34600000000',
  email: 'shop@example.com', locality: 'Sant Boi', nif: null, address: null, register: null, hours: [], area: [], store_id: 'shop', currency: 'EUR',
  shipping: { flat_in_cents: 500, free_from_in_cents: 5000, pick_up: false }, password_min_length: 8, contact_form_enabled: true,
  disputes: { takes_part: false, body: '', address: '' },
  retention: { inquiries: 24, orders: 6, unconfirmed_accounts: 30, dead_mails: 30 },
  languages: [], payments: 'sandbox', pictures: '00000000',
};

/** Renders in an engine that has nothing of a browser and no Intl, as the program does. */
async function render(url: string, lang: string): Promise<string> {
  const engine = vm.createContext({});
  vm.runInContext('delete globalThis.Intl', engine);
  vm.runInContext(readFileSync(path.join(dist, 'server.js'), 'utf8'), engine);
  await vm.runInContext('SSR.prepare()', engine);
  const cards = resourcePaths.cards('shop', lang as Lang, { limit: cardsPerPage, offset: 0, choices: {} });
  const boot = { lang, site, resources: { [cards]: { status: 200, body: { cards: [], count: 3, types: [] } } } };
  return vm.runInContext(`SSR.render(${JSON.stringify(url)}, ${JSON.stringify(JSON.stringify(boot))})`, engine) as string;
}

test('an added language has its files for the browser, whatever the page', () => {
  assert.equal(manifest.locales['pl']?.length, 1);
  const without = Object.entries(manifest.texts).filter(([, files]) => files['pl']?.length !== files['es']?.length);
  assert.deepEqual(without, []);
  const texts = manifest.locales['pl']?.map((file) => readFileSync(path.join(dist, 'assets', file), 'utf8')).join('') ?? '';
  assert.ok(texts.includes('‹pl›'));
});

test('an added language is rendered, with its plural forms and its way of writing money', async () => {
  const store = await render('/store', 'pl');
  assert.ok(store.includes('‹pl›Tienda') && store.includes('‹few›3'), store);
  const shipping = await render('/shipping-and-returns', 'pl');
  assert.ok(shipping.includes('‹pl›Envíos') && shipping.includes('5,00\u00a0zł'), shipping);
});

test('an added language can be chosen by those who read another', async () => {
  const french = await render('/cart', 'fr');
  assert.ok(french.includes('Polski') && french.includes('href="/cart?lang=pl"'), french);
});
