import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { langCodes, languages, type Dictionary, type Lang } from '../languages';
import { translator } from '../translate';

const dictionaries = new Map<Lang, Dictionary>(
  await Promise.all(langCodes.map(async (lang) => [lang, (await languages[lang].load()).default] as const)),
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
    const texts = dictionaries.get(lang) ?? {};
    for (const [key, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', key);
      const spanish = dictionaries.get('es')?.[key];
      if (spanish !== undefined && !pluralEnding.test(key)) assert.deepEqual(placeholders(text), placeholders(spanish), key);
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

test('a count chooses the plural form and values are filled in', () => {
  const t = translator('ar', { 'item_two': 'قطعتان', 'item_few': '{{count}} قطع', 'hello': '{{name}}، {{name}}' });
  assert.equal(t('item', { count: 2 }), 'قطعتان');
  assert.equal(t('item', { count: 5 }), '5 قطع');
  assert.equal(t('hello', { name: '$&' }), '$&، $&');
  assert.equal(t('no.such.key'), 'no.such.key');
});
