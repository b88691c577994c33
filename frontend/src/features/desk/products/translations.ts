// Which texts of a product can be translated, and how each translation stands.

import { titleOf, type Draft } from './draft';

export type Translatable = {
  /** As in `Draft.texts`. */
  path: string;
  /** Key and values of what the text is called. */
  label: string;
  params?: Record<string, unknown>;
  spanish: string;
  kind: 'line' | 'lines' | 'html';
};

/** In the order in which a reader of the store meets them; texts that are empty in Spanish are left out. */
export function translatable(draft: Draft): Translatable[] {
  const line = (path: string, label: string, spanish: string, params?: Translatable['params']): Translatable => ({
    path,
    label: `desk.product.${label}`,
    params,
    spanish,
    kind: 'line',
  });
  const html = (...text: Parameters<typeof line>): Translatable => ({ ...line(...text), kind: 'html' });
  const lines = (...text: Parameters<typeof line>): Translatable => ({ ...line(...text), kind: 'lines' });
  const ownTitles = draft.variants.filter(({ title }) => title !== null);
  return [
    line('title', 'title', draft.title),
    line('subtitle', 'subtitle', draft.subtitle),
    line('ribbon_text', 'ribbon', draft.ribbon),
    html('description', 'description', draft.description),
    line('type', 'type', draft.type),
    lines('warnings', 'warnings', draft.warnings),
    lines('in_the_box', 'in_the_box', draft.inTheBox),
    ...draft.pictures.map(({ key, alt }, n) => line(`image/${key}`, 'picture', alt, { n: n + 1 })),
    ...draft.options.flatMap(({ key, title, values }, n) => [
      line(`option/${key}`, 'option', title, { n: n + 1 }),
      ...values.map((value, m) => line(`value/${value.key}`, 'value', value.text, { n: m + 1, name: title })),
    ]),
    ...ownTitles.map((variant, n) => line(`variant/${variant.key}`, 'variant', titleOf(draft, variant), { n: n + 1 })),
    ...draft.info.flatMap(({ key, title, description }, n) => [
      line(`info/${key}/title`, 'info_title_of', title, { n: n + 1 }),
      html(`info/${key}/description`, 'info_text_of', description, { n: n + 1 }),
    ]),
    ...draft.attributes.flatMap(({ key, name, value }, n) => [
      line(`attribute/${key}/name`, 'attribute_name_of', name, { n: n + 1 }),
      // Numbers, yes and no are said by the site itself.
      ...(/^(\d[\d.,]*\s*\S{0,4}|sí|no)$/i.test(value.trim()) ? [] : [line(`attribute/${key}/value`, 'attribute_value_of', value, { n: n + 1, name })]),
    ]),
    ...draft.documents.map(({ key, title }, n) => line(`document/${key}`, 'document_of', title, { n: n + 1 })),
    ...draft.fields.map(({ key, title }, n) => line(`field/${key}`, 'field', title, { n: n + 1 })),
    ...draft.related.map(({ key, title }, n) => line(`section/${key}`, 'related_section', title, { n: n + 1 })),
  ].filter(({ spanish }) => spanish.trim() !== '');
}

/** `stale`: the Spanish text is another by now. */
export function stateOf(draft: Draft, lang: string, path: string): 'done' | 'missing' | 'stale' {
  if (!draft.texts[lang]?.[path]?.trim()) return 'missing';
  const isStale = draft.stale[lang]?.includes(path) === true && draft.confirmed[lang]?.includes(path) !== true;
  return isStale ? 'stale' : 'done';
}
