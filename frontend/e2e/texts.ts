// The site's own texts, so that the tests name buttons and headings as a reader of that language sees them.

import { languages, langCodes, type Lang } from '../src/languages';
import { translator, type TFunction } from '../src/translate';

export { langCodes, languages, type Lang, type TFunction };

const dictionaries = new Map(
  await Promise.all(langCodes.map(async (lang) => [lang, translator(lang, (await languages[lang].load()).default)] as const)),
);

export function textsOf(lang: Lang): TFunction {
  const texts = dictionaries.get(lang);
  if (texts === undefined) throw new Error(`no texts in ${lang}`);
  return texts;
}
