import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

/** What a feature may import of other features. */
const allowed: Record<string, string[]> = {
  cart: ['catalogue'],
  catalogue: [],
  checkout: ['account', 'cart', 'catalogue', 'invoices'],
  comments: ['account'],
  rating: [],
  wishlist: ['account'],
  tariff: [],
  withdrawal: ['account'],
  contact: ['account', 'site', 'tariff'],
  desk: ['account', 'cart', 'catalogue', 'contact', 'invoices', 'orders', 'security', 'site'],
  home: ['cart', 'catalogue', 'contact', 'site', 'tariff'],
  invoices: ['account'],
  orders: ['cart', 'invoices', 'site'],
  account: [],
  security: ['account'],
  legal: ['site'],
  site: ['account', 'cart'],
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== 'api/types.ts')
  .map((file) => ({ file, text: readFileSync(path.join('src', file), 'utf8') }));

const importsOf = ({ file, text }: (typeof files)[number]) =>
  [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map((match) =>
    path.join(path.dirname(file), match[1] ?? ''),
  );

test('features import only the features they may', () => {
  const wrong = files.flatMap((source) => {
    const feature = /^features\/([^/]+)\//.exec(source.file)?.[1];
    if (feature === undefined) return [];
    return importsOf(source)
      .map((target) => /^features\/([^/]+)\//.exec(target)?.[1])
      .filter((other) => other !== undefined && other !== feature && !allowed[feature]?.includes(other))
      .map((other) => `${source.file} → ${other}`);
  });
  assert.deepEqual(wrong, []);
});

test('the primitives in ui/ know no router, no server and no dictionary', () => {
  const wrong = files
    .filter(({ file }) => file.startsWith('ui/'))
    .filter((source) => importsOf(source).some((target) => !target.startsWith('ui/') && target !== 'languages') || source.text.includes("from 'react-router'"));
  assert.deepEqual(wrong.map(({ file }) => file), []);
});

test('no file outgrows 600 lines', () => {
  assert.deepEqual(files.filter(({ text }) => text.split('\n').length > 600).map(({ file }) => file), []);
});

test('styles follow the reading direction, and no markup carries a style attribute', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  const physical = /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right)\s*:|text-align:\s*(?:left|right)/;
  assert.deepEqual(sheets.filter((file) => physical.test(readFileSync(path.join('src', file), 'utf8'))), []);
  assert.deepEqual(files.filter(({ text }) => text.includes('style={')).map(({ file }) => file), []);
});
