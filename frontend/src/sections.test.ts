import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import * as esbuild from 'esbuild';
import { localesPlugin } from '../locales.mjs';
import sectionsOf from './routes/sections.json';
import { dictionarySections } from './sections';

const texts = JSON.parse(readFileSync('../locales/es.json', 'utf8')) as Record<string, Record<string, string>>;
const keysIn = (names: string[]) =>
  names.flatMap((name) => Object.keys(texts[name] ?? {})).map((key) => key.replace(/_(one|other|many)$/, ''));
const known = new Set(keysIn(dictionarySections()));

/** The source files a module brings along, those it only loads on demand left out. */
async function filesOf(entries: string[]): Promise<string[]> {
  const { metafile } = await esbuild.build({
    entryPoints: entries,
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'none',
    write: false,
    metafile: true,
    packages: 'external',
    jsx: 'automatic',
    plugins: [localesPlugin(path.resolve('../locales'))],
  });
  const seen = new Set<string>();
  const walk = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path: imported, kind } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && imported.startsWith('src/')) walk(imported);
    }
  };
  entries.forEach(walk);
  return [...seen].filter((file) => /\.tsx?$/.test(file));
}

/** The texts that source files ask for by their whole key, and how keys begin that they put together. */
function askedIn(files: string[]) {
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const named = [...source.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)].map((match) => match[1] ?? '').filter((key) => known.has(key));
  const begun = [...source.matchAll(/`([a-z_]+(?:\.[a-z_]+)*[._])\$\{/g)].map((match) => match[1] ?? '');
  return { named, begun };
}

/** What is loaded together: its name, the sections that come with it, its first modules. */
const groups: [string, string[], ...string[]][] = [
  ['root', [], 'src/entry-client.tsx'],
  ['shop', [], 'src/routes/shop.ts'],
  ['one-product', sectionsOf['one-product'], 'src/routes/one-product.ts'],
  ['landing', sectionsOf.landing, 'src/routes/landing.ts'],
  ['landing, further down', [...sectionsOf.landing, 'home', 'contact', 'finding'], 'src/features/home/sections.tsx'],
  ['cart', sectionsOf.cart, 'src/routes/cart.tsx', 'src/features/cart/cart-panel-parts.tsx'],
  ['shop, once asked for', ['finding'], 'src/features/catalogue/product-lightbox.tsx', 'src/features/catalogue/seen-lately.tsx', 'src/features/catalogue/suggestions.tsx', 'src/features/catalogue/tell-me-form.tsx'],
  ['wish list, once somebody is there', ['wishlist'], 'src/features/wishlist/wish-button.tsx'],
  ['product, further down', ['comments'], 'src/routes/product-further.tsx'],
  ['inquiries', sectionsOf.inquiries, 'src/routes/inquiries.ts'],
  ['inquiries, once sent', ['contact', 'quote', 'receipt'], 'src/features/contact/receipt.tsx'],
  ['customer', sectionsOf.customer, 'src/routes/customer.ts'],
  ['admin', sectionsOf.admin, 'src/routes/admin.tsx'],
  ['extras', sectionsOf.extras, 'src/routes/extras.ts'],
  ['legal', sectionsOf.legal, 'src/routes/legal.tsx'],
];

for (const [module, sections, ...entries] of groups) {
  test(`the pages of routes/${module} come with every text they show`, async () => {
    const files = await filesOf(entries);
    assert.ok(files.length > 3, files.join());
    const here = keysIn(['shop', ...sections]);
    const { named, begun } = askedIn(files);
    assert.deepEqual(named.filter((key) => !here.includes(key)), []);
    assert.deepEqual(begun.filter((start) => [...known].some((key) => key.startsWith(start)) && !here.some((key) => key.startsWith(start))), []);
  });
}

test('what every page loads is shown by the frame, by the store, or by pages of several groups', async () => {
  const first = askedIn(await filesOf(['src/entry-client.tsx', 'src/routes/shop.ts']));
  const others = await Promise.all(groups.slice(2).map(async ([, , ...entries]) => askedIn(await filesOf(entries))));
  const asks = ({ named, begun }: ReturnType<typeof askedIn>, key: string) => named.includes(key) || begun.some((start) => key.startsWith(start));
  const elsewhere = keysIn(['shop']).filter((key) => !asks(first, key) && others.filter((group) => asks(group, key)).length < 2);
  assert.deepEqual(elsewhere, []);
});
