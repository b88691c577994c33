// What docs/words says is never written stands in no text of its language.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { langCodes, type Lang } from './languages';

type Never = { word: string; but: string[] };

/** The list at the end of a language's page: spellings in backquotes, after `but` the keys that may have them. */
function never(lang: Lang): Never[] {
  const [, list = ''] = readFileSync(`../docs/words/${lang}.md`, 'utf8').split('## Never written');
  return list.split('\n').filter((line) => line.startsWith('- ')).flatMap((line) => {
    const [said = '', but = ''] = line.split(/; but /);
    const [spellings = ''] = said.split('`:');
    return [...`${spellings}\``.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ word, but: but.split(/[\s,]+/).filter(Boolean) }));
  });
}

/** Every text by its key, but for those of the law. */
function texts(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, part]) => texts(part, name));
}

const bare = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const has = (text: string, word: string) => new RegExp(`(?<![\\p{L}\\p{M}\\d-])${bare(word)}${/[\p{L}\d]$/u.test(word) ? '(?![\\p{L}\\p{M}\\d-])' : ''}`, 'iu').test(text);

for (const lang of langCodes) {
  test(`${lang} has none of the words that docs/words keeps out of it`, () => {
    const list = never(lang);
    assert.ok(list.length >= 5, 'the list is read');
    const { legal: _, ...sections } = JSON.parse(readFileSync(`../locales/${lang}.json`, 'utf8')) as Record<string, unknown>;
    const wrong = texts(sections, '').flatMap(([key, text]) =>
      list.filter(({ word, but }) => !but.includes(key) && has(text.replace(/\{\{\w+\}\}|https?:\S+/g, ''), word)).map(({ word }) => `${key}: ${word}`),
    );
    assert.deepEqual(wrong, []);
  });
}

test('French breaks no line before a mark, and none inside its quotes', () => {
  const shown = texts(JSON.parse(readFileSync('../locales/fr.json', 'utf8')), '');
  assert.ok(shown.length > 1000, 'they are read');
  assert.deepEqual(shown.filter(([, text]) => /\S [:;?!»]|« /.test(text)), []);
});

test('a word is found whole, whatever its capitals', () => {
  assert.ok(has('Tu Email, aquí', 'email') && !has('emailing', 'email') && has('l\'adreça', "l'") && !has('e-mail', 'mail'));
});
