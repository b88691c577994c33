// The texts of locales/, as modules: `locales:es/shop` is one section of one language, `locales:sections` loads
// each on demand, `locales:plurals` is for an engine without Intl. Nothing here names a language.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What the pages show; the other sections are the server's own. */
const sections = ['shop', 'cart', 'product', 'hero', 'home', 'contact', 'quote', 'receipt', 'account', 'finding', 'comments', 'rating', 'wishlist', 'withdraw', 'desk', 'legal'];

/** What the server says itself, in mails and in the heads of pages: `Texts` in src/lang.rs. */
const serverSections = ['pages', 'hero', 'home', 'contact', 'mail', 'statement', 'slip', 'acknowledgement', 'prices', 'own_pictures', 'redsys', 'sandbox', 'stripe', 'no_certificate'];

/** What mails say of days as pages do: `Days` in src/mail/words.rs. */
const dayTexts = [
  'date.months', 'date.day_month', 'date.first', 'date.full_hour', 'date.time', 'delivery.arrives', 'delivery.made_order',
  'hours.days', 'hours.range', 'hours.line',
];

/** Writes the texts of the server, a file per language; the binary holds no others but those of the pages. */
export async function writeServerTexts(folder, out) {
  const read = async (file) => JSON.parse(await readFile(path.join(folder, `${file}.json`), 'utf8'));
  await mkdir(out);
  for (const code of Object.keys(await read('languages'))) {
    const texts = await read(code);
    const own = Object.fromEntries(serverSections.map((name) => [name, texts[name]]));
    const days = Object.fromEntries(dayTexts.map((key) => [key, texts.shop[key]]));
    await writeFile(path.join(out, `${code}.json`), JSON.stringify({ ...own, days }));
  }
}

const module = (value) => `export default ${JSON.stringify(value)};`;

/** Loads every section of every language on demand. */
function loaders(codes) {
  const load = (code) => sections.map((name) => `${name}: () => import('locales:${code}/${name}')`).join(', ');
  return `export const sections = { ${codes.map((code) => `${code}: { ${load(code)} }`).join(', ')} };`;
}

/**
 * The plural forms of a language out of its Unicode rules, which look at the last two digits of a number, and
 * at whether it is small, a fraction, or whole millions: a letter for each of 0 to 199, of 1.5, 2.5 and a million.
 */
function pluralTable(code) {
  const rules = new Intl.PluralRules(code);
  const categories = rules.resolvedOptions().pluralCategories;
  const numbers = [...Array(200).keys(), 1.5, 2.5, 1_000_000];
  return { categories, table: numbers.map((n) => categories.indexOf(rules.select(n))).join('') };
}

/** An esbuild plugin for the texts in a folder. */
export function localesPlugin(folder) {
  const read = async (file) => JSON.parse(await readFile(path.join(folder, `${file}.json`), 'utf8'));
  return {
    name: 'locales',
    setup(build) {
      build.onResolve({ filter: /^locales:/ }, (asked) => ({ path: asked.path.slice('locales:'.length), namespace: 'locales' }));
      build.onResolve({ filter: /locales\/languages\.json$/ }, () => ({ path: path.join(folder, 'languages.json') }));
      build.onLoad({ filter: /.*/, namespace: 'locales' }, async (asked) => {
        const codes = Object.keys(await read('languages'));
        if (asked.path === 'sections') return { contents: loaders(codes) };
        if (asked.path === 'plurals') {
          return { contents: module(Object.fromEntries(codes.map((code) => [code, pluralTable(code)]))) };
        }
        const [code, name] = asked.path.split('/');
        return { contents: module((await read(code))[name]) };
      });
    },
  };
}
