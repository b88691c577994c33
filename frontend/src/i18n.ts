// The active language: its texts, where the choice is kept, and `lang` and `dir` on <html>.

import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import { prefetchShown } from './api/resource';
import { isLang, languages, type Dictionary, type Lang } from './languages';
import { translator, type TFunction } from './translate';

const storageKey = 'i18nextLng';
const yearInSeconds = 365 * 24 * 3600;

type Texts = { lang: Lang; t: TFunction };

/** The languages loaded so far and the one in use; the server has one per language, a visit one. */
export class I18n {
  private loaded = new Map<Lang, Texts>();
  private listeners = new Set<() => void>();
  /** Those the page came in: hydration must see them, even when the language has changed meanwhile. */
  readonly first: Texts;
  texts: Texts;

  constructor(lang: Lang, dictionary: Dictionary) {
    this.first = this.add(lang, dictionary);
    this.texts = this.first;
  }

  has(lang: Lang) {
    return this.loaded.has(lang);
  }

  add(lang: Lang, dictionary: Dictionary): Texts {
    const texts = { lang, t: translator(lang, dictionary) };
    this.loaded.set(lang, texts);
    return texts;
  }

  use(lang: Lang) {
    this.texts = this.loaded.get(lang) ?? this.texts;
    this.listeners.forEach((notify) => notify());
  }

  subscribe = (notify: () => void) => {
    this.listeners.add(notify);
    return () => void this.listeners.delete(notify);
  };
}

export const I18nContext = createContext<I18n | null>(null);

/** The texts of the active language; the component renders again when it changes. */
export function useTranslation(): Texts & { i18n: I18n } {
  const i18n = useContext(I18nContext);
  if (i18n === null) throw new Error('no texts: I18nContext is missing');
  const texts = useSyncExternalStore(
    i18n.subscribe,
    () => i18n.texts,
    () => i18n.first,
  );
  return { ...texts, i18n };
}

export const useLang = (): Lang => useTranslation().lang;

/** The language the reader chose on an earlier visit. */
function rememberedLang(): Lang | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return isLang(stored) ? stored : null;
  } catch {
    return null;
  }
}

function remember(lang: Lang) {
  try {
    localStorage.setItem(storageKey, lang);
  } catch {
    // Storage can be switched off; the cookie alone then carries the choice.
  }
}

/** The cookie mirrors the choice, so that the next page arrives in it. */
function tellServer(lang: Lang) {
  document.cookie = `lang=${lang}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
}

/** Loads more texts of a language than its dictionary has. */
type LoadTexts = (lang: Lang) => Promise<unknown>;

const alsoShown = new Set<LoadTexts>();

/** While the component is there, a change of language waits for these texts too. */
export function useFurtherTexts(load: LoadTexts) {
  useEffect(() => {
    alsoShown.add(load);
    return () => void alsoShown.delete(load);
  }, [load]);
}

let loading = false;
const watchers = new Set<() => void>();

function setLoading(value: boolean) {
  loading = value;
  watchers.forEach((notify) => notify());
}

const watch = (notify: () => void) => {
  watchers.add(notify);
  return () => void watchers.delete(notify);
};

/** True while a dictionary is on its way and the page must wait for it. */
export const useLanguageLoading = () =>
  useSyncExternalStore(
    watch,
    () => loading,
    () => false,
  );

/**
 * Switches the page to a language: dictionary and the texts on screen first, then one render, so
 * that the page keeps its place. The last call wins.
 */
let wanted: Lang | null = null;
export async function changeLanguage(i18n: I18n, lang: Lang): Promise<void> {
  wanted = lang;
  remember(lang);
  tellServer(lang);
  const current = i18n.texts.lang;
  if (current === lang) return;
  setLoading(!i18n.has(lang));
  try {
    const [dictionary] = await Promise.all([
      languages[lang].load(),
      prefetchShown(current, lang),
      ...[...alsoShown].map((load) => load(lang)),
    ]);
    if (wanted !== lang) return;
    i18n.add(lang, dictionary.default);
    i18n.use(lang);
    document.documentElement.lang = lang;
    document.documentElement.dir = languages[lang].dir;
  } finally {
    setLoading(false);
  }
}

/**
 * After hydration in the language the page came in: goes over to the remembered language. An
 * address that names a language (`?lang=`) is left alone.
 */
export async function settleLanguage(i18n: I18n): Promise<void> {
  if (new URLSearchParams(location.search).has('lang')) return;
  const remembered = rememberedLang();
  if (remembered === null) remember(i18n.texts.lang);
  else if (remembered !== i18n.texts.lang) await changeLanguage(i18n, remembered);
}
