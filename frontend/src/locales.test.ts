import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { spanishIn } from '../e2e/support/spanish';
import { langCodes, type Dictionary, type Lang } from './languages';
import { dictionarySections } from './sections';
import { newI18next, translator } from './translation';

/** A section under the keys its parts would have, so that the same rules hold for every text. */
function flat(value: unknown, key: string): Dictionary {
  if (typeof value === 'string') return { [key]: value };
  const parts = Object.entries(value as Record<string, unknown>).map(([name, part]) => flat(part, `${key}/${name}`));
  return Object.assign({}, ...parts) as Dictionary;
}

type File = Record<string, Dictionary>;

const read = (lang: Lang) => JSON.parse(readFileSync(`../locales/${lang}.json`, 'utf8')) as File;
const files = Object.fromEntries(langCodes.map((lang) => [lang, read(lang)])) as Record<Lang, File>;
const all = Object.fromEntries(
  langCodes.map((lang) => [lang, Object.assign({}, ...Object.entries(files[lang]).map(([name, texts]) => flat(texts, name))) as Dictionary]),
) as Record<Lang, Dictionary>;

const pluralEnding = /_(zero|one|two|few|many|other)$/;
const keysOf = (lang: Lang) => Object.keys(all[lang]);
const baseOf = (key: string) => key.replace(pluralEnding, '');
const baseKeys = (lang: Lang) => new Set(keysOf(lang).map(baseOf));
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

/** The keys that the front end looks up by name. */
const dictionary = dictionarySections().flatMap((name) => Object.keys(files.es[name] ?? {}).map(baseOf));

const sources = ['src', 'worker']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** What is written the same in Spanish and in another language: whole texts. */
const same: Partial<Record<Lang, string[]>> = {
  en: ['Total', 'Subtotal', 'Legal', 'Error', 'No', 'no'],
  fr: ['Total', 'Variante', 'Variantes', 'variantes', 'Disponible', 'Cookies'],
};

/** Names of things that have one name everywhere. */
const everywhere = ['WhatsApp', 'Cookies', 'kg', 'PDF, {{size}} kB'];

/** Catalan words with a Spanish twin: a text of these alone is the same in both. */
const twins = new Set(
  `a adjuntada al avisos carrusel compra consulta cursiva de del desde diapositiva disponible disputa el electricista en entrada
  error estrella etiqueta euros factura falta fila foto fotos frigorista furgoneta gratis historial hola hora integral interna iva la marca mes mirar
  nif no nota ntfy número o oferta oficina opcional pagar país partir perfil pintura portada pregunta primera frase principal productor
  programa publicada rectificativa reforma simplificada sobre subtotal sí tema total trimestre verificada zona última`.split(/\s+/),
);
const isTwin = (text: string) => text.toLowerCase().replace(/\{\{\w+\}\}/g, '').match(/\p{L}+/gu)?.every((word) => twins.has(word)) ?? true;

for (const lang of langCodes) {
  test(`${lang} has the keys of Spanish, no more and no less, in the same order`, () => {
    assert.deepEqual([...baseKeys(lang)], [...baseKeys('es')]);
  });

  test(`${lang} has every plural form its grammar asks for`, () => {
    const rules = new Intl.PluralRules(lang);
    // Spanish and French have a form for whole millions, which no count here reaches.
    const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
    const plurals = new Set(keysOf(lang).filter((key) => pluralEnding.test(key)).map(baseOf));
    const missing = [...plurals].flatMap((key) => [...needed].map((form) => `${key}_${form}`)).filter((key) => !(key in all[lang]));
    assert.deepEqual(missing, []);
  });

  test(`${lang} leaves no text empty and fills in what Spanish fills in`, () => {
    for (const [key, text] of Object.entries(all[lang])) {
      assert.notEqual(text.trim(), '', key);
      const spanish = all.es[key];
      if (spanish !== undefined && !pluralEnding.test(key)) assert.deepEqual(placeholders(text), placeholders(spanish), key);
    }
  });

  test(`the legal texts in ${lang} have the anchors, links and machine names of the Spanish ones`, () => {
    const fixed = (text: string) => [...text.matchAll(/\]\(([^)]+)\)|(`[^`]+`)/g)].map((match) => match[1] ?? match[2]).sort();
    for (const [key, text] of Object.entries(all[lang]).filter(([key]) => key.startsWith('legal/'))) {
      assert.deepEqual(fixed(text), fixed(all.es[key] ?? ''), key);
      if (key.endsWith('/id')) assert.equal(text, all.es[key], key);
    }
  });

  if (lang !== 'es') {
    test(`no text in ${lang} is Spanish`, () => {
      // Beside the labels of withdrawing stands the Spanish one, where the law has none in the language.
      const words = (text: string) =>
        text.replace(/\{\{\w+\}\}|`[^`]+`|\]\([^)]*\)|\((?:Desistir del contrato aquí|Confirmar desistimiento)\)/g, '');
      const own = Object.entries(all[lang]).filter(([key, text]) => !key.endsWith('/id') && /\p{L}{2}/u.test(words(text)));
      assert.ok(own.length > 500, 'most texts are words');
      const isSame = (text: string) => [...everywhere, ...(same[lang] ?? [])].includes(text) || (lang === 'ca' && isTwin(text));
      assert.deepEqual(own.filter(([key, text]) => all.es[key] === text && !isSame(text)), []);
      assert.deepEqual(own.filter(([, text]) => spanishIn(words(text), lang) !== null), []);
    });
  }
}

test('no text is written twice under one key', () => {
  for (const lang of langCodes) {
    const lines = readFileSync(`../locales/${lang}.json`, 'utf8').split('\n');
    const seen = new Set<string>();
    let section = '';
    for (const line of lines) {
      // A section, or a text in one.
      const [, indent, key = ''] = /^( {2}| {4})"([^"]+)": /.exec(line) ?? [];
      if (indent === undefined) continue;
      if (indent.length === 2) section = key;
      const name = indent.length === 2 ? key : `${section}/${key}`;
      assert.ok(!seen.has(name), `${lang}: ${name}`);
      seen.add(name);
    }
  }
});

test('Spanish reads as Spanish', () => {
  const long = Object.values(all.es).filter((text) => text.split(' ').length > 6);
  const told = long.filter((text) => spanishIn(text, 'en') !== null);
  assert.ok(told.length > 0.9 * long.length, `${told.length} of ${long.length}`);
});

test('every text is used somewhere', () => {
  const prefixes = [...sources.matchAll(/`([a-z_]+(?:\.[a-z_]+)*[._])\$\{/g)].map((match) => match[1] ?? '');
  const unused = dictionary.filter((key) => !sources.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)));
  assert.deepEqual(unused, []);
});

test('lists that are read are joined as their language joins them', () => {
  const shown = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx$/.test(file) && !/desk|admin/.test(file));
  const lines = shown.flatMap((file) => readFileSync(path.join('src', file), 'utf8').split('\n'));
  // A `srcset` is read by machines.
  assert.deepEqual(lines.filter((line) => line.includes("join(', ')") && !line.includes('srcSet')), []);
});

test('the words that are links stand in the sentence before the registration ends', () => {
  for (const lang of langCodes) {
    const { account, shop } = files[lang];
    const [legal = '', terms = '?', privacy = '?'] = [account?.['register.legal'], account?.['register.terms'], shop?.['footer.privacy']];
    assert.ok(legal.includes(terms) && legal.indexOf(privacy) > legal.indexOf(terms), lang);
  }
});

test('every text that is asked for exists', () => {
  const asked = [...sources.matchAll(/\bt\('([^']+)'/g)].map((match) => match[1] ?? '');
  assert.ok(asked.length > 50);
  assert.deepEqual(asked.filter((key) => !dictionary.includes(key)), []);
});

test('whatever an import says of a row can be said at the desk', () => {
  for (const [file, place] of [['fault', 'problem'], ['remark', 'note']] as const) {
    const told = readFileSync(`../src/catalogue/import/${file}.rs`, 'utf8');
    const codes = [...told.matchAll(/^ {4}([A-Z]\w+)[ ,]/gm)].map(([, name = '']) => name.replace(/\B[A-Z]|(?<=[a-z])\d/g, (c) => (/\d/.test(c) ? c : `_${c}`)).toLowerCase());
    assert.ok(codes.length > 25);
    assert.deepEqual(codes.filter((code) => !dictionary.includes(`desk.import.${place}.${code}`)), []);
  }
});

test('every text is asked for with what it names', () => {
  const named = (key: string) =>
    Object.entries(all.es).filter(([name]) => baseOf(name).endsWith(`/${key}`)).flatMap(([, text]) => placeholders(text));
  const asked = [...sources.matchAll(/\bt\('([^']+)'(?:\)|, (\{[^{}]*\})\))/g)].filter(([, , params]) => !params?.includes('...'));
  const given = (params = '') => [...params.matchAll(/[{,]\s*(\w+)(?=\s*[:,}])/g)].map(([, name]) => `{{${name}}}`);
  assert.ok(asked.filter(([, , params]) => params !== undefined).length > 50);
  const left = asked.flatMap(([, key = '', params]) => named(key).filter((name) => !given(params).includes(name)).map((name) => `${key} ${name}`));
  assert.deepEqual(left, []);
});

test('the page on cookies names everything the site stores in a browser', () => {
  const keys = [...sources.matchAll(/const (?:\w*[kK]ey|ATTEMPT) = '([^']+)'/g)].map((match) => match[1] ?? '');
  const guard = readFileSync('../src/auth/cookies.rs', 'utf8');
  const cookies = [sources.matchAll(/document\.cookie = `(\w+)=/g), guard.matchAll(/"(__(?:Host|Secure)-[\w-]+)"/g)]
    .flatMap((matches) => [...matches])
    .map((match) => match[1] ?? '');
  assert.ok(keys.length >= 5 && cookies.length >= 4, `${keys.join()} ${cookies.join()}`);
  const named = Object.entries(all.es).filter(([key]) => key.startsWith('legal/documents/cookies/'));
  assert.deepEqual([...keys, ...cookies].filter((name) => !named.some(([, text]) => text === `\`${name}\``)), []);
});

test('a count chooses the plural form and values are filled in', () => {
  const site = { 'item_two': 'قطعتان', 'item_few': '{{count}} قطع', 'hello': '{{name}}، {{name}}' };
  const t = translator('ar', newI18next({ ar: { site } }));
  assert.equal(t('item', { count: 2 }), 'قطعتان');
  assert.equal(t('item', { count: 5 }), '5 قطع');
  assert.equal(t('hello', { name: '$&' }), '$&، $&');
  assert.equal(t('no.such.key'), 'no.such.key');
});
