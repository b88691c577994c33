// The languages of the site, in one place. A new language is one more line here, its three
// dictionaries and `locales/<code>.ts`, and its months in `ui/format.ts`.

export type Dictionary = Record<string, string>;

type Language = {
  /** Its own name for itself, as the picker shows it. */
  name: string;
  dir: 'ltr' | 'rtl';
  load: () => Promise<{ default: Dictionary }>;
};

export const languages = {
  es: { name: 'Español', dir: 'ltr', load: () => import('./locales/es') },
  en: { name: 'English', dir: 'ltr', load: () => import('./locales/en') },
  fr: { name: 'Français', dir: 'ltr', load: () => import('./locales/fr') },
  ar: { name: 'العربية', dir: 'rtl', load: () => import('./locales/ar') },
} satisfies Record<string, Language>;

export type Lang = keyof typeof languages;

export const langCodes = Object.keys(languages) as Lang[];

export const isLang = (value: unknown): value is Lang =>
  typeof value === 'string' && Object.hasOwn(languages, value);
