// What this page itself finds wrong with a draft, under the server's names for the fields.

import { centsOf, countOf } from '../cents';
import { shopTime } from '../when';
import { longestText, readMetadata, type Draft, type VariantDraft } from './draft';

/** Keys of texts by field. */
export type Problems = Record<string, string>;

/** What is wrong with a draft; `loaded` is what it was before anything was written. */
export function problemsOf(draft: Draft, loaded: Draft | null = null): Problems {
  const found: Problems = {};
  const blank = (field: string, text: string) => {
    if (text.trim() === '') found[field] = 'form.required';
  };
  blank('title', draft.title);
  draft.options.forEach(({ title, values }, n) => {
    blank(`options/${n}`, title);
    if (values.length === 0) found[`options/${n}`] = 'desk.product.wrong.no_values';
    values.forEach(({ text }, m) => {
      blank(`options/${n}/${m}`, text);
      const isDouble = values.findIndex((other) => other.text.trim() === text.trim()) < m;
      if (isDouble) found[`options/${n}/${m}`] = 'desk.product.wrong.double';
    });
  });
  const endOf = ({ key }: VariantDraft) => loaded?.variants.find((before) => before.key === key)?.saleEnds;
  draft.variants.forEach((variant, n) => Object.assign(found, variantProblems(draft, variant, n, endOf(variant))));
  draft.info.forEach(({ title }, n) => blank(`info/${n}/title`, title));
  draft.attributes
    .filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
    .forEach(({ name, value }, n, all) => {
      blank(`attributes/${n}/name`, name);
      blank(`attributes/${n}/value`, value);
      if (all.findIndex((other) => other.name.trim() === name.trim()) < n) found[`attributes/${n}/name`] = 'desk.product.wrong.double';
    });
  draft.documents.forEach(({ title }, n) => blank(`documents/${n}/title`, title));
  draft.fields.forEach(({ title, most }, n) => {
    blank(`fields/${n}`, title);
    const length = countOf(most) ?? 0;
    if (length < 1 || length > longestText) found[`fields/${n}/most`] = 'desk.product.wrong.length';
  });
  draft.collections.forEach(({ title }, n) => blank(`collections/${n}/title`, title));
  draft.related.forEach(({ title }, n) => blank(`sections/${n}`, title));
  if (!/^-?\d{1,9}$/.test(draft.order.trim())) found['order'] = 'form.invalid';
  if (readMetadata(draft.metadata) === null) found['metadata'] = 'desk.product.wrong.json';
  return found;
}

function variantProblems(draft: Draft, variant: VariantDraft, n: number, loadedEnd: string | undefined): Problems {
  const found: Problems = {};
  const at = (name: string) => `variants/${n}/${name}`;
  const price = centsOf(variant.price);
  const sale = centsOf(variant.sale);
  const { saleStarts, saleEnds } = variant;
  if (price === null) found[at('price')] = variant.price.trim() === '' ? 'form.required' : 'desk.product.wrong.price';
  if (variant.sale.trim() !== '' && sale === null) found[at('sale_price')] = 'desk.product.wrong.price';
  if (price !== null && sale !== null && sale >= price) found[at('sale_price')] = 'desk.product.wrong.sale';
  if (sale !== null && saleEnds !== '') {
    // Written alike, moments compare as texts. A sale that was over, or is since, keeps nothing else from being saved.
    if (saleEnds !== loadedEnd && saleEnds <= shopTime(new Date())) found[at('sale_ends_at')] = 'desk.product.wrong.sale_over';
    if (saleStarts >= saleEnds) found[at('sale_ends_at')] = 'desk.product.wrong.sale_end';
  }
  if (variant.isCounted && countOf(variant.stock) === null) found[at('inventory_quantity')] = 'desk.product.wrong.count';
  if (variant.weight.trim() !== '' && countOf(variant.weight) === null) found[at('weight')] = 'desk.product.wrong.count';
  const sku = variant.sku.trim();
  if (sku !== '' && draft.variants.findIndex((other) => other.sku.trim() === sku) < n) found[at('sku')] = 'desk.product.wrong.sku';
  return found;
}

type Lack = 'description' | 'maker' | 'stock';

/** What a draft that is to be in the store could do with; nothing of it keeps it from being saved. */
export function lacksOf({ status, description, maker, isPurchasable, variants }: Draft): Lack[] {
  if (status !== 'published') return [];
  const isEmpty = description.replace(/<[^>]*>|&nbsp;/g, '').trim() === '';
  const isSoldOut = isPurchasable && variants.every(({ isCounted, stock }) => isCounted && countOf(stock) === 0);
  const all: [Lack, boolean][] = [['description', isEmpty], ['maker', maker === ''], ['stock', isSoldOut]];
  return all.filter(([, isLacking]) => isLacking).map(([lack]) => lack);
}

/** Other names the server has for fields of this page. */
const aliases: [RegExp, string][] = [
  [/_in_cents$/, ''],
  [/\/weight_grams$/, '/weight'],
  [/^additional_info\//, 'info/'],
  [/^custom_fields\/(\d+)/, 'fields/$1'],
  [/\/max_length$/, '/most'],
  [/^tax_rate_bp$/, 'tax_rate'],
];

/** A field as this page names it. */
export const fieldNamed = (field: string): string =>
  aliases.reduce((name, [pattern, ours]) => name.replace(pattern, ours), field);

/** The text for a value the server has refused, by its field. */
export function refusalOf(field: string): string {
  if (field.endsWith('/sku')) return 'desk.product.wrong.sku';
  if (field.endsWith('/gtin')) return 'desk.product.wrong.gtin';
  if (field === 'guarantee_months') return 'desk.product.wrong.guarantee';
  if (field.endsWith('/content')) return 'desk.product.wrong.content';
  return field === 'slug' ? 'desk.product.wrong.slug' : 'form.invalid';
}
