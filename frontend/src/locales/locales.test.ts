import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { langCodes, languages, type Dictionary, type Lang } from '../languages';
import { translator } from '../translate';

const dictionaries = new Map<Lang, Dictionary>(
  await Promise.all(langCodes.map(async (lang) => [lang, (await languages[lang].load()).default] as const)),
);

/** A legal text under the keys its parts would have, so that the rules for dictionaries hold for it too. */
function flat(value: unknown, key: string): Dictionary {
  if (typeof value === 'string') return { [key]: value };
  const parts = Object.entries(value as Record<string, unknown>).map(([name, part]) => flat(part, `${key}.${name}`));
  return Object.assign({}, ...parts) as Dictionary;
}

const legal = new Map<Lang, Dictionary>(
  await Promise.all(langCodes.map(async (lang) => [lang, flat((await languages[lang].loadLegal()).default, 'legal')] as const)),
);

const pluralEnding = /_(zero|one|two|few|many|other)$/;
const keysOf = (lang: Lang) => Object.keys(dictionaries.get(lang) ?? {});
const baseKeys = (lang: Lang) => new Set(keysOf(lang).map((key) => key.replace(pluralEnding, '')));
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(path.join('src', file), 'utf8'))
  .join('\n');

for (const lang of langCodes) {
  test(`${lang} has the keys of Spanish, no more and no less`, () => {
    const own = baseKeys(lang);
    const spanish = baseKeys('es');
    assert.deepEqual([...spanish].filter((key) => !own.has(key)), [], 'missing');
    assert.deepEqual([...own].filter((key) => !spanish.has(key)), [], 'extra');
  });

  test(`${lang} has every plural form its grammar asks for`, () => {
    // Spanish and French have "many" for whole millions only, which no count here reaches.
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    const needed = forms.filter((form) => form !== 'many' || lang === 'ar');
    const plurals = new Set(keysOf(lang).filter((key) => pluralEnding.test(key)).map((key) => key.replace(pluralEnding, '')));
    const missing = [...plurals].flatMap((key) => needed.map((form) => `${key}_${form}`)).filter((key) => !keysOf(lang).includes(key));
    assert.deepEqual(missing, []);
  });

  test(`${lang} leaves no text empty and fills in what Spanish fills in`, () => {
    for (const texts of [dictionaries, legal]) {
      for (const [key, text] of Object.entries(texts.get(lang) ?? {})) {
        assert.notEqual(text.trim(), '', key);
        const spanish = texts.get('es')?.[key];
        if (spanish !== undefined && !pluralEnding.test(key)) assert.deepEqual(placeholders(text), placeholders(spanish), key);
      }
    }
  });

  test(`the legal texts in ${lang} have the parts, anchors, links and machine names of the Spanish ones`, () => {
    const own = legal.get(lang) ?? {};
    const spanish = legal.get('es') ?? {};
    assert.deepEqual(Object.keys(own), Object.keys(spanish));
    const fixed = (text: string) => [...text.matchAll(/\]\(([^)]+)\)|(`[^`]+`)/g)].map((match) => match[1] ?? match[2]).sort();
    for (const [key, text] of Object.entries(own)) {
      assert.deepEqual(fixed(text), fixed(spanish[key] ?? ''), key);
      if (key.endsWith('.id')) assert.equal(text, spanish[key], key);
    }
  });

  test(`the legal texts in ${lang} are in ${lang}`, () => {
    const own = Object.entries(legal.get(lang) ?? {});
    const translated = own.filter(([key, text]) => !key.endsWith('.id') && /\p{L}{4}/u.test(text.replace(/\{\{\w+\}\}|`[^`]+`|\([^)]*\)/g, '')));
    for (const other of langCodes.filter((code) => code !== lang)) {
      const same = translated.filter(([key, text]) => legal.get(other)?.[key] === text && !/^(Cookies|E-mail)$/.test(text));
      assert.deepEqual(same, [], other);
    }
  });
}

test('every text is used somewhere', () => {
  const prefixes = [...sources.matchAll(/`([a-z_]+(?:\.[a-z_]+)*[._])\$\{/g)].map((match) => match[1] ?? '');
  const unused = [...baseKeys('es')].filter(
    (key) => !sources.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  assert.deepEqual(unused, []);
});

test('every text that is asked for exists', () => {
  const keys = baseKeys('es');
  const asked = [...sources.matchAll(/\bt\('([^']+)'/g)].map((match) => match[1] ?? '');
  assert.ok(asked.length > 50);
  assert.deepEqual(asked.filter((key) => !keys.has(key)), []);
});

test('the page on cookies names everything the site stores in a browser', () => {
  const keys = [...sources.matchAll(/const (?:\w*[kK]ey|ATTEMPT) = '([^']+)'/g)].map((match) => match[1] ?? '');
  const cookies = [...sources.matchAll(/document\.cookie = `(\w+)=/g)].map((match) => match[1] ?? '');
  assert.ok(keys.length >= 5 && cookies.length >= 1, `${keys.join()} ${cookies.join()}`);
  const named = Object.entries(legal.get('es') ?? {}).filter(([key]) => key.startsWith('legal.documents.cookies.'));
  assert.deepEqual([...keys, ...cookies].filter((name) => !named.some(([, text]) => text === `\`${name}\``)), []);
});

test('a count chooses the plural form and values are filled in', () => {
  const t = translator('ar', { 'item_two': 'قطعتان', 'item_few': '{{count}} قطع', 'hello': '{{name}}، {{name}}' });
  assert.equal(t('item', { count: 2 }), 'قطعتان');
  assert.equal(t('item', { count: 5 }), '5 قطع');
  assert.equal(t('hello', { name: '$&' }), '$&، $&');
  assert.equal(t('no.such.key'), 'no.such.key');
});
