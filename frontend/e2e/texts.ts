// The site's own texts, so that the tests name buttons and headings as a reader of that language sees them.

import { readFileSync } from 'node:fs';
import { langCodes, languages, type Lang } from '../src/languages';
import { dictionaryOf, dictionarySections, needLanguage, needSections } from '../src/sections';
import { translator, type TFunction } from '../src/translate';

export { langCodes, languages, type Lang, type TFunction };

await Promise.all(langCodes.map(needLanguage));
await needSections(dictionarySections());

/** The words of the mails, which belong to the server. */
export const mailTextsOf = (lang: Lang): Record<string, string> =>
  (JSON.parse(readFileSync(`../locales/${lang}.json`, 'utf8')) as { mail: Record<string, string> }).mail;

export const textsOf = (lang: Lang): TFunction => translator(lang, dictionaryOf(lang));
