// The site's own texts, so that the tests name buttons and headings as a reader of that language sees them.

import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import type { Lang } from '../../src/languages';

export type { Lang };
/** The text for a key; a `count` chooses its plural form. */
export type TFunction = (key: string, params?: Record<string, unknown>) => string;

type Line = { name: string; dir: string; locale: string };
type Section = Record<string, string>;

const read = <T>(file: string) => JSON.parse(readFileSync(new URL(`../../../locales/${file}.json`, import.meta.url), 'utf8')) as T;

export const languages = read<Record<Lang, Line>>('languages');
export const langCodes = Object.keys(languages) as Lang[];

const texts = Object.fromEntries(langCodes.map((lang) => [lang, read<Record<string, Section>>(lang)])) as Record<Lang, Record<string, Section>>;

/** What the pages show, by key; the other sections are the server's own, or long texts. */
const sections = ['shop', 'product', 'cart', 'hero', 'home', 'contact', 'quote', 'receipt', 'account', 'finding', 'comments', 'rating', 'wishlist', 'withdraw', 'desk'];

const translators = i18next.createInstance();
await translators.init({
  resources: Object.fromEntries(langCodes.map((lang) => [lang, { translation: Object.assign({}, ...sections.map((name) => texts[lang][name])) as Section }])),
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

export function textsOf(lang: Lang): TFunction {
  const t = translators.getFixedT(lang);
  return (key, params = {}) => t(key, params);
}

/** The words of a section that belongs to the server. */
export const serverTextsOf = (lang: Lang, section: 'mail' | 'redsys' | 'sandbox'): Section => texts[lang][section] ?? {};

/** The words of the mails. */
export const mailTextsOf = (lang: Lang): Section => serverTextsOf(lang, 'mail');
