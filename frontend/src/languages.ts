// The languages of the site, in one place. A new language is one more line here, its four files
// of texts and `locales/<code>.ts`, and its months in `ui/format.ts`.

import type { LegalTexts } from './features/legal/texts';

export type Dictionary = Record<string, string>;

type Language = {
  /** Its own name for itself, as the picker shows it. */
  name: string;
  dir: 'ltr' | 'rtl';
  load: () => Promise<{ default: Dictionary }>;
  /** The long texts of the legal pages, which no other page needs. */
  loadLegal: () => Promise<{ default: LegalTexts }>;
};

export const languages = {
  es: {
    name: 'Español',
    dir: 'ltr',
    load: () => import('./locales/es'),
    loadLegal: () => import('./locales/es.legal.json'),
  },
  en: {
    name: 'English',
    dir: 'ltr',
    load: () => import('./locales/en'),
    loadLegal: () => import('./locales/en.legal.json'),
  },
  fr: {
    name: 'Français',
    dir: 'ltr',
    load: () => import('./locales/fr'),
    loadLegal: () => import('./locales/fr.legal.json'),
  },
  ar: {
    name: 'العربية',
    dir: 'rtl',
    load: () => import('./locales/ar'),
    loadLegal: () => import('./locales/ar.legal.json'),
  },
} satisfies Record<string, Language>;

export type Lang = keyof typeof languages;

export const langCodes = Object.keys(languages) as Lang[];

export const isLang = (value: unknown): value is Lang =>
  typeof value === 'string' && Object.hasOwn(languages, value);
