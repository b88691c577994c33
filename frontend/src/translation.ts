// i18next as this site uses it: flat keys, a namespace for what the pages look up and one for the words of legal pages,
// and texts that come section by section into its store (sections.ts).

import { createInstance, type i18n as I18next, type Resource } from 'i18next';
import type { Lang } from './languages';

export type Params = Record<string, unknown>;

/**
 * The text for a key, with `{{name}}` replaced from `params`. A `count` chooses the plural form; `ns: 'legal'` looks
 * among the words of legal pages. A missing key reads as itself.
 */
export type TFunction = (key: string, params?: Params) => string;

export type Namespace = 'site' | 'legal';

/** An instance of its own, with the texts that are here. */
export function newI18next(resources: Resource = {}): I18next {
  const instance = createInstance();
  void instance.init({
    resources,
    ns: ['site', 'legal'] satisfies Namespace[],
    defaultNS: 'site' satisfies Namespace,
    fallbackLng: false,
    // No text is waited for: an instance knows those it has.
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
  });
  return instance;
}

/** The instance of a visit; in the program, what pages of every language are drawn from. */
export const i18next = newI18next();

/** Looks up in a language, whichever is in use. */
export const translator = (lang: Lang, instance: I18next = i18next): TFunction =>
  (key, params) => instance.t(key, { ...params, lng: lang });
