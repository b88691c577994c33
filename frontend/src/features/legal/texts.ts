// The long texts of the legal pages: one file per language, fetched with these pages only.

import { use } from 'react';
import { useLang } from '../../i18n';
import { languages, type Lang } from '../../languages';

/**
 * A part of a legal text: a paragraph, a list, names with what they mean, or the lines of a form.
 * In all of them `{{name}}` is a fact of the firm, `[words](target)` a link and `` `name` `` a
 * name in the machine's language.
 */
export type Block = string | string[] | { terms: string[][] } | { form: string[] };

export type LegalDocument = {
  title: string;
  lead: string;
  /** `id` is the anchor, the same in every language. */
  sections: { id: string; title: string; blocks: Block[] }[];
};

type Word =
  | 'home'
  | 'contents'
  | 'updated'
  | 'binding'
  | 'missing'
  | 'mail'
  | 'copy'
  | 'copied'
  | 'copy_failed'
  | 'print'
  | 'cost'
  | 'cost_free';

export type LegalTexts = {
  /** Words around the documents. */
  ui: Record<Word, string>;
  documents: Record<'terms' | 'privacy' | 'notice' | 'cookies' | 'withdrawal' | 'shipping', LegalDocument>;
};

export type DocumentName = keyof LegalTexts['documents'];

const ready = new Map<Lang, LegalTexts>();
const coming = new Map<Lang, Promise<LegalTexts>>();

async function fetchTexts(lang: Lang): Promise<LegalTexts> {
  try {
    const texts = (await languages[lang].loadLegal()).default;
    ready.set(lang, texts);
    return texts;
  } catch (error) {
    // The next visit tries again.
    coming.delete(lang);
    throw error;
  }
}

/** Fetches the texts of a language, once. */
export function loadLegalTexts(lang: Lang): Promise<LegalTexts> {
  const texts = coming.get(lang) ?? fetchTexts(lang);
  coming.set(lang, texts);
  return texts;
}

/** The texts in the reader's language; suspends while they are on their way. */
export function useLegalTexts(): LegalTexts {
  const lang = useLang();
  return ready.get(lang) ?? use(loadLegalTexts(lang));
}
