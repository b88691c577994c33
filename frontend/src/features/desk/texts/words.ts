// What is typed of the site's texts, by the setting of each, and what of it is saved.

/** Values by setting. */
export type Typed = Record<string, string>;

/** Those that differ from what is saved. */
export const changedOf = (typed: Typed, saved: (key: string) => string): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([key, value]) => value.trim() !== saved(key)));

/** What is left to save once `sent` is: what was typed meanwhile stays. */
export const leftOf = <Value>(typed: Record<string, Value>, sent: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== sent[key]));

/** What the site puts where a text names it, by its name there. */
export type Known = Record<string, string>;

/** What a text writes where something of the firm is to stand. */
const mark = (name: string) => `{{${name}}}`;

const named = (known: Known) => Object.entries(known).filter(([, value]) => value !== '');

/** A text as visitors read it. */
export const filledIn = (text: string, known: Known): string =>
  named(known).reduce((filled, [name, value]) => filled.replaceAll(mark(name), () => value), text);

/** A text as it is kept, of one as visitors read it: what is of the firm is named, so that it changes with the settings. */
export const unfilled = (text: string, known: Known): string =>
  named(known).reduce((kept, [name, value]) => kept.replace(whole(value), () => mark(name)), text);

/** These words, not as a part of a longer one, and not within what names something else. */
const whole = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}{])${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}}])`, 'gu');
