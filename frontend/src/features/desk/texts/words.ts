// What is typed of the site's texts, by the setting of each, and what of it is saved.

/** Values by setting. */
export type Typed = Record<string, string>;

/** Those that differ from what is saved. */
export const changedOf = (typed: Typed, saved: (key: string) => string): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([key, value]) => value.trim() !== saved(key)));

/** What is left to save once `sent` is: what was typed meanwhile stays. */
export const leftOf = (typed: Typed, sent: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== sent[key]));
