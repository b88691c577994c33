import assert from 'node:assert/strict';
import test from 'node:test';
import i18next from 'i18next';
import { langCodes } from './languages';
import { dictionaryOf, dictionarySections, needLanguage, needSections } from './sections';
import { translator } from './translate';

await Promise.all(langCodes.map(needLanguage));
await needSections(dictionarySections());

// Every plural form of Arabic, French and Spanish is among these.
const counts = [0, 1, 2, 3, 7, 11, 99, 100, 102, 1_000_000];

for (const lang of langCodes) {
  test(`${lang}: every text reads as the reference implementation of the format reads it`, async () => {
    const dictionary = dictionaryOf(lang);
    const reference = i18next.createInstance();
    await reference.init({
      lng: lang,
      resources: { [lang]: { translation: dictionary } },
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
    });
    const t = translator(lang, dictionary);
    const plain = Object.keys(dictionary).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ''));
    for (const key of new Set(plain)) {
      const names = placeholders(dictionary, key);
      for (const count of names.includes('count') ? counts : [undefined]) {
        const params = { ...Object.fromEntries(names.map((name) => [name, `<${name}>`])), ...(count !== undefined && { count }) };
        assert.equal(t(key, params), reference.t(key, params), key);
      }
    }
  });
}

function placeholders(dictionary: Record<string, string>, key: string): string[] {
  const texts = Object.entries(dictionary).filter(([name]) => name === key || name.startsWith(`${key}_`));
  return texts.flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ''));
}
