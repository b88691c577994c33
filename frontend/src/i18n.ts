// The active language: its texts, where the choice is kept, and `lang` and `dir` on <html>.

import { createContext, useContext, useSyncExternalStore } from 'react';
import { prefetchShown } from './api/resource';
import type { i18n as I18next } from 'i18next';
import { keep, kept } from './kept';
import { isLang, languages, type Lang } from './languages';
import { isHere, needLanguage } from './sections';
import { i18next, translator, type TFunction } from './translation';

const storageKey = 'i18nextLng';
const yearInSeconds = 365 * 24 * 3600;

type Texts = { lang: Lang; t: TFunction };

/** The language in use: of a visit, or of a page that the server draws, which never changes it. */
export class I18n {
  /** The texts the page came in: hydration must see them, even when the language has changed meanwhile. */
  readonly first: Texts;
  texts: Texts;

  constructor(lang: Lang, private readonly instance: I18next = i18next) {
    this.first = { lang, t: translator(lang, instance) };
    this.texts = this.first;
  }

  use(lang: Lang) {
    this.texts = lang === this.first.lang ? this.first : { lang, t: translator(lang, this.instance) };
    void this.instance.changeLanguage(lang);
  }

  subscribe = (notify: () => void) => {
    this.instance.on('languageChanged', notify);
    return () => this.instance.off('languageChanged', notify);
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
  const lang = kept(storageKey);
  return isLang(lang) ? lang : null;
}

/** The cookie mirrors the choice, so that the next page arrives in it. */
function tellServer(lang: Lang) {
  document.cookie = `lang=${lang}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
}

/** Keeps the language of the page for pages to come: whoever leaves to pay comes back by an address that names none. */
export function keepShownLanguage(): void {
  const { lang } = document.documentElement;
  if (!isLang(lang)) return;
  keep(storageKey, lang);
  tellServer(lang);
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

/** True while texts are on their way and the page must wait for it. */
export const useLanguageLoading = () =>
  useSyncExternalStore(
    watch,
    () => loading,
    () => false,
  );

/**
 * Switches the page to a language: its texts and what is on screen first, then one render, so
 * that the page keeps its place. The last call wins.
 */
let wanted: Lang | null = null;
export async function changeLanguage(i18n: I18n, lang: Lang): Promise<void> {
  wanted = lang;
  keep(storageKey, lang);
  tellServer(lang);
  const current = i18n.texts.lang;
  if (current === lang) return;
  setLoading(!isHere(lang));
  try {
    await Promise.all([needLanguage(lang), prefetchShown(current, lang)]);
    if (wanted !== lang) return;
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
  if (remembered === null) keep(storageKey, i18n.texts.lang);
  else if (remembered !== i18n.texts.lang) await changeLanguage(i18n, remembered);
}
