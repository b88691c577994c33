// Looking up texts: a few lines of our own instead of a library, which would weigh 16 kB in every
// first visit for what `{{name}}` and plural endings need.

import type { Dictionary, Lang } from './languages';

export type Params = Record<string, unknown>;

/**
 * The text for a key, with `{{name}}` replaced from `params`. A `count` chooses the plural form:
 * `key_one`, `key_few`, … as the language has them; none at all has a form of its own, `key_zero`, in any language. A
 * missing key reads as itself.
 */
export type TFunction = (key: string, params?: Params) => string;

export function translator(lang: Lang, dictionary: Dictionary): TFunction {
  const plural = new Intl.PluralRules(lang);
  const find = (key: string, count: unknown) => {
    if (typeof count !== 'number') return dictionary[key];
    const none = count === 0 ? dictionary[`${key}_zero`] : undefined;
    if (none !== undefined) return none;
    return dictionary[`${key}_${plural.select(count)}`] ?? dictionary[`${key}_other`] ?? dictionary[key];
  };
  return (key, params = {}) =>
    (find(key, params['count']) ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(params[name] ?? ''),
    );
}
