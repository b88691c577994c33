// The site's own texts, so that the tests name buttons and headings as a reader of that language sees them.

import { readFileSync } from 'node:fs';
import { langCodes, languages, type Lang } from '../src/languages';
import { dictionaryOf, dictionarySections, needLanguage, needSections } from '../src/sections';
import { translator, type TFunction } from '../src/translate';

export { langCodes, languages, type Lang, type TFunction };

await Promise.all(langCodes.map(needLanguage));
await needSections(dictionarySections());

/** The words of a section that belongs to the server. */
export const serverTextsOf = (lang: Lang, section: 'mail' | 'redsys'): Record<string, string> =>
  (JSON.parse(readFileSync(`../locales/${lang}.json`, 'utf8')) as Record<typeof section, Record<string, string>>)[section];

/** The words of the mails. */
export const mailTextsOf = (lang: Lang): Record<string, string> => serverTextsOf(lang, 'mail');

export const textsOf = (lang: Lang): TFunction => translator(lang, dictionaryOf(lang));
