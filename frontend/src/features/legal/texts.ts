// The long texts of the legal pages: a section of their own, fetched with these pages only.

import { useLang } from '../../i18n';
import { paths } from '../../paths';
import { legalTextsOf } from '../../sections';

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
  | 'captcha'
  | 'home'
  | 'contents'
  | 'version'
  | 'older'
  | 'as_it_was'
  | 'in_force'
  | 'today'
  | 'no_version'
  | 'binding'
  | 'missing'
  | 'mail'
  | 'copy'
  | 'copied'
  | 'copy_failed'
  | 'print'
  | 'cost'
  | 'cost_free'
  | 'adr_yes'
  | 'adr_no';

export type LegalTexts = {
  /** Words around the documents. */
  ui: Record<Word, string>;
  documents: Record<'terms' | 'privacy' | 'notice' | 'cookies' | 'withdrawal' | 'shipping' | 'accessibility', LegalDocument>;
};

export type DocumentName = keyof LegalTexts['documents'];

export const pathOf: Record<DocumentName, string> = {
  terms: paths.terms,
  privacy: paths.privacy,
  notice: paths.legalNotice,
  cookies: paths.cookies,
  withdrawal: paths.withdrawal,
  shipping: paths.shippingReturns,
  accessibility: paths.accessibility,
};

/** The texts in the reader's language. */
export const useLegalTexts = (): LegalTexts => legalTextsOf(useLang());
