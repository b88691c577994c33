// The languages of the site: a line each in locales/languages.json, and a file of texts beside it.

import list from '../../locales/languages.json';

export type Dictionary = Record<string, string>;

export type Lang = keyof typeof list;

type Line = {
  /** Its own name for itself, as the picker shows it. */
  name: string;
  dir: string;
  /** Language and country, as in `es_ES`. */
  locale: string;
  /** How nothing at all reads as an amount of money: `0,00 €`. */
  money: string;
};

export const languages: Record<Lang, Line> = list;

export const langCodes = Object.keys(languages) as Lang[];

export const isLang = (value: unknown): value is Lang =>
  typeof value === 'string' && Object.hasOwn(languages, value);
