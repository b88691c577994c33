// A product while it is being written. Its parts have keys, so that what belongs to a part (a translation, a picture's
// state) stays with it wherever it is moved; the server counts positions instead.

import type { DeskProduct, DeskVariant, Fitting, ProductStatus } from '../../../api/types';
import type { Lang } from '../../../languages';
import { centsOf, countOf, typed } from '../cents';
import { shopTime } from '../when';
import { htmlOf } from './html';

/** What the editor sends of a product: all that can be written of it. */
export type ProductBody = Omit<DeskProduct, 'id' | 'revision' | 'created_at' | 'updated_at' | 'stale_texts' | 'related_titles'>;
type TextsByLang = DeskProduct['texts'];
type PathsByLang = DeskProduct['stale_texts'];

export type Picture = {
  key: string;
  /** Where the server keeps it; `null` while it is on its way, or when it did not arrive. */
  url: string | null;
  alt: string;
  /** What this browser can show of it meanwhile: a data URL. */
  preview: string | null;
  /** The file it comes from. */
  file?: File;
  error?: unknown;
};

export type OptionDraft = { key: string; title: string; values: { key: string; text: string }[] };

export type VariantDraft = {
  key: string;
  /** Once the server knows it. */
  id: string | null;
  /** Its own title; `null` while it is called after its values. */
  title: string | null;
  sku: string;
  image: string | null;
  /** As typed. */
  price: string;
  sale: string;
  /** When the sale begins and ends, as `datetime-local` holds it on the shop's clock; empty for none. */
  saleStarts: string;
  saleEnds: string;
  /** Cents that the recorded prices allow to strike through. */
  before: number | null;
  isCounted: boolean;
  stock: string;
  /** How many there were when this was loaded. */
  seen: number | null;
  /** Grams, as typed. */
  weight: string;
  /** How much it holds, as typed: `0,75 l`. */
  content: string;
  gtin: string;
  /** Keys of values by key of option. */
  values: Record<string, string>;
};

type InfoDraft = { key: string; title: string; description: string };
type FieldDraft = { key: string; title: string; isRequired: boolean; most: string };
/** Characters of a buyer's own text, at most: so the server has it. */
export const longestText = 200;
type AttributeDraft = { key: string; name: string; value: string };
type DocumentDraft = { key: string; url: string; title: string };
type CollectionDraft = { key: string; slug: string; title: string };
/** Other products under a heading. */
export type RelatedDraft = { key: string; title: string; slugs: string[] };

export type Draft = {
  title: string;
  slug: string;
  subtitle: string;
  ribbon: string;
  brand: string;
  /** A maker's slug; empty for none. */
  maker: string;
  model: string;
  warnings: string;
  /** Years as typed; empty for none. */
  guaranteeYears: string;
  guaranteeProducer: string;
  guaranteeModel: string;
  description: string;
  type: string;
  status: ProductStatus;
  isHidden: boolean;
  isPurchasable: boolean;
  fitting: Fitting;
  /** A line each. */
  inTheBox: string;
  order: string;
  selection: string | null;
  taxRate: number;
  /** JSON, as typed. */
  metadata: string;
  pictures: Picture[];
  options: OptionDraft[];
  variants: VariantDraft[];
  collections: CollectionDraft[];
  info: InfoDraft[];
  fields: FieldDraft[];
  attributes: AttributeDraft[];
  documents: DocumentDraft[];
  /** Colours such as `#a9b8a0` by the keys of values. */
  swatches: Record<string, string>;
  related: RelatedDraft[];
  /** As in the wire, but a part is named by its key: `image/<key>`, `option/<key>`, `info/<key>/title`. */
  texts: TextsByLang;
  stale: PathsByLang;
  /** Stale translations the owner has found right as they are. */
  confirmed: PathsByLang;
};

let made = 0;

/** A name for a new part. */
export const newKey = () => `new-${++made}`;

export const newVariant = (values: VariantDraft['values'] = {}): VariantDraft => ({
  key: newKey(),
  id: null,
  title: null,
  sku: '',
  image: null,
  price: '',
  sale: '',
  saleStarts: '',
  saleEnds: '',
  before: null,
  isCounted: true,
  stock: '0',
  seen: null,
  weight: '',
  content: '',
  gtin: '',
  values,
});

/** A product nobody has written anything about. */
export const blankDraft = (): Draft => ({
  title: '',
  slug: '',
  subtitle: '',
  ribbon: '',
  brand: '',
  maker: '',
  model: '',
  warnings: '',
  guaranteeYears: '',
  guaranteeProducer: '',
  guaranteeModel: '',
  description: '',
  type: '',
  status: 'draft',
  isHidden: false,
  isPurchasable: true,
  fitting: 'offered',
  inTheBox: '',
  order: '0',
  selection: null,
  taxRate: 2100,
  metadata: '',
  pictures: [],
  options: [],
  variants: [newVariant()],
  collections: [],
  info: [],
  fields: [],
  attributes: [],
  documents: [],
  swatches: {},
  related: [],
  texts: {},
  stale: {},
  confirmed: {},
});

/** What a variant is called unless it has a title of its own: after its values, or as the product. */
export function titleOf(draft: Draft, variant: VariantDraft): string {
  if (variant.title !== null) return variant.title;
  const values = valuesOf(draft, variant);
  return values.length === 0 ? draft.title : values.join(' / ');
}

/** Rows with nothing in them are room for more. */
const finishedAttributes = (draft: Draft) => draft.attributes.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');

/** Options without values are still being written. */
const finished = (draft: Draft) => draft.options.filter(({ values }) => values.length > 0);

const valuesOf = (draft: Draft, variant: VariantDraft): string[] =>
  finished(draft).map(({ key, values }) => values.find((value) => value.key === variant.values[key])?.text.trim() ?? '');

export function draftOf(product: DeskProduct, lang: Lang): Draft {
  const options = product.options.map((title, place) => ({
    key: `option-${place}`,
    title,
    values: [...new Set(product.variants.map(({ option_values: values }) => values?.[place] ?? ''))].map((text, n) => ({
      key: `value-${place}-${n}`,
      text,
    })),
  }));
  const draft: Draft = {
    title: product.title,
    slug: product.slug,
    subtitle: product.subtitle ?? '',
    ribbon: product.ribbon_text ?? '',
    brand: product.brand ?? '',
    maker: product.maker ?? '',
    model: product.model ?? '',
    warnings: product.warnings ?? '',
    guaranteeYears: String((product.guarantee_months ?? 0) / 12 || ''),
    guaranteeProducer: product.guarantee_producer ?? '',
    guaranteeModel: product.guarantee_model ?? '',
    description: product.description,
    type: product.type,
    status: product.status,
    isHidden: product.is_hidden,
    isPurchasable: product.purchasable,
    fitting: product.fitting,
    inTheBox: product.in_the_box ?? '',
    order: String(product.order),
    selection: product.site_product_selection ?? null,
    taxRate: product.tax_rate_bp,
    metadata: Object.keys(product.metadata ?? {}).length === 0 ? '' : JSON.stringify(product.metadata, null, 2),
    pictures: product.images.map(({ url, alt }, n) => ({ key: `image-${n}`, url, alt: alt ?? '', preview: null })),
    options,
    variants: product.variants.map((variant, n) => ({
      key: variant.id ?? `variant-${n}`,
      id: variant.id ?? null,
      title: variant.title ?? null,
      sku: variant.sku ?? '',
      image: variant.image_url ?? null,
      price: typed(variant.price_in_cents, lang),
      sale: typed(variant.sale_price_in_cents, lang),
      saleStarts: variant.sale_starts_at ? shopTime(variant.sale_starts_at) : '',
      saleEnds: variant.sale_ends_at ? shopTime(variant.sale_ends_at) : '',
      before: variant.before_price_in_cents ?? null,
      isCounted: variant.manage_inventory,
      stock: String(variant.inventory_quantity ?? 0),
      seen: variant.inventory_seen ?? variant.inventory_quantity ?? null,
      weight: String(variant.weight_grams ?? ''),
      content: (variant.content ?? '').replace('unit', 'ud'),
      gtin: variant.gtin ?? '',
      values: Object.fromEntries(
        options.flatMap(({ key, values }, place) => {
          const value = values.find(({ text }) => text === variant.option_values?.[place]);
          return value ? [[key, value.key]] : [];
        }),
      ),
    })),
    collections: product.collections.map((collection, n) => ({ key: `collection-${n}`, ...collection })),
    info: product.additional_info.map((info, n) => ({ key: `info-${n}`, ...info })),
    fields: product.custom_fields.map(({ title, is_required, max_length }, n) => ({
      key: `field-${n}`,
      title,
      isRequired: is_required,
      most: String(max_length ?? longestText),
    })),
    attributes: product.attributes.map((attribute, n) => ({ key: `attribute-${n}`, ...attribute })),
    documents: product.documents.map((document, n) => ({ key: `document-${n}`, ...document })),
    swatches: Object.fromEntries(
      options.flatMap(({ values }) => values.flatMap(({ key, text }) => (product.swatches[text] ? [[key, product.swatches[text]]] : []))),
    ),
    related: [...new Set(product.related.map(({ section }) => section))].map((title, n) => ({
      key: `section-${n}`,
      title,
      slugs: product.related.filter(({ section }) => section === title).map(({ slug }) => slug),
    })),
    texts: {},
    stale: {},
    confirmed: {},
  };
  const called = draft.variants.map((variant) => ({ ...variant, title: null }));
  const variants = draft.variants.map((variant, n) =>
    variant.title === titleOf(draft, called[n] ?? variant) ? { ...variant, title: null } : variant,
  );
  const known = pathsOf(draft);
  const keyed = (path: string) => known.filter(([, wire]) => wire === path).map(([key]) => key);
  return {
    ...draft,
    variants,
    texts: eachLang(product.texts, (texts) =>
      Object.fromEntries(Object.entries(texts).flatMap(([path, text]) => keyed(path).map((key) => [key, text]))),
    ),
    stale: eachLang(product.stale_texts, (paths) => paths.flatMap(keyed)),
  };
}

const eachLang = <A, B>(all: Record<string, A>, change: (one: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(all).map(([lang, one]) => [lang, change(one)]));

/** Every path a text can have: by key, and as the server names it now. */
function pathsOf(draft: Draft): [key: string, wire: string][] {
  const alone = ['title', 'subtitle', 'ribbon_text', 'warnings', 'in_the_box', 'description', 'type'];
  const numbered = (what: string, parts: { key: string }[], end = ''): [string, string][] =>
    parts.map(({ key }, n) => [`${what}/${key}${end}`, `${what}/${n}${end}`]);
  return [
    ...alone.map((path): [string, string] => [path, path]),
    ...numbered('image', sentPictures(draft)),
    ...draft.options.map(({ key, title }): [string, string] => [`option/${key}`, `option/${title.trim()}`]),
    ...draft.options.flatMap(({ values }) =>
      values.map(({ key, text }): [string, string] => [`value/${key}`, `value/${text.trim()}`]),
    ),
    ...numbered('variant', draft.variants),
    ...numbered('info', draft.info, '/title'),
    ...numbered('info', draft.info, '/description'),
    ...numbered('field', draft.fields),
    ...numbered('attribute', finishedAttributes(draft), '/name'),
    ...numbered('attribute', finishedAttributes(draft), '/value'),
    ...numbered('document', draft.documents),
    ...draft.related.map(({ key, title }): [string, string] => [`section/${key}`, `section/${title.trim()}`]),
  ];
}

/** The server's name for a text that is named by key. */
export const wirePath = (draft: Draft, path: string): string => pathsOf(draft).find(([key]) => key === path)?.[1] ?? path;

/** Those that have arrived. */
export const sentPictures = (draft: Draft) => draft.pictures.filter(({ url }) => url !== null);

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Half years as typed, in months; null for none. */
const monthsOf = (years: string) => (years.trim() === '' ? null : Math.round(Number(years.replace(',', '.')) * 12) || 0);

/** The draft as it travels. Amounts that cannot be read count as 0: `problemsOf` keeps them from being sent. */
export function bodyOf(draft: Draft): ProductBody {
  return {
    slug: draft.slug.trim(),
    title: draft.title.trim(),
    subtitle: orNull(draft.subtitle),
    ribbon_text: orNull(draft.ribbon),
    brand: orNull(draft.brand),
    maker: orNull(draft.maker),
    model: orNull(draft.model),
    warnings: orNull(draft.warnings),
    guarantee_months: monthsOf(draft.guaranteeYears),
    guarantee_producer: orNull(draft.guaranteeProducer),
    guarantee_model: orNull(draft.guaranteeModel),
    description: htmlOf(draft.description),
    type: draft.type.trim(),
    status: draft.status,
    is_hidden: draft.isHidden,
    purchasable: draft.isPurchasable && draft.fitting !== 'only',
    fitting: draft.fitting,
    in_the_box: orNull(draft.inTheBox),
    order: Number(draft.order) || 0,
    site_product_selection: draft.selection,
    tax_rate_bp: draft.taxRate,
    metadata: readMetadata(draft.metadata) ?? {},
    images: sentPictures(draft).map(({ url, alt }) => ({ url: url ?? '', alt: alt.trim() })),
    options: finished(draft).map(({ title }) => title.trim()),
    variants: draft.variants.map((variant) => wireVariant(draft, variant)),
    collections: draft.collections.map(({ slug, title }) => ({ slug, title: title.trim() })),
    additional_info: draft.info.map(({ title, description }) => ({ title: title.trim(), description: htmlOf(description) })),
    custom_fields: draft.fields.map(({ title, isRequired, most }) => ({
      title: title.trim(),
      is_required: isRequired,
      max_length: countOf(most) ?? longestText,
    })),
    attributes: finishedAttributes(draft).map(({ name, value }) => ({ name: name.trim(), value: value.trim() })),
    documents: draft.documents.map(({ url, title }) => ({ url, title: title.trim() })),
    swatches: Object.fromEntries(
      draft.options.flatMap(({ values }) => values.flatMap(({ key, text }) => (draft.swatches[key] ? [[text.trim(), draft.swatches[key]]] : []))),
    ),
    related: draft.related.flatMap(({ title, slugs }) => slugs.map((slug) => ({ section: title.trim(), slug }))),
    texts: wireTexts(draft),
  };
}

function wireVariant(draft: Draft, variant: VariantDraft): DeskVariant {
  const stock = countOf(variant.stock) ?? 0;
  const isStockKept = variant.seen === stock;
  const sale = centsOf(variant.sale);
  return {
    ...(variant.id === null ? {} : { id: variant.id }),
    title: titleOf(draft, variant).trim(),
    sku: orNull(variant.sku),
    image_url: variant.image,
    price_in_cents: centsOf(variant.price) ?? 0,
    sale_price_in_cents: sale,
    sale_starts_at: sale === null ? null : orNull(variant.saleStarts),
    sale_ends_at: sale === null ? null : orNull(variant.saleEnds),
    manage_inventory: variant.isCounted,
    ...(isStockKept ? {} : { inventory_quantity: stock }),
    ...(isStockKept || variant.seen === null ? {} : { inventory_seen: variant.seen }),
    weight_grams: countOf(variant.weight),
    content: orNull(variant.content),
    gtin: orNull(variant.gtin),
    option_values: valuesOf(draft, variant),
  };
}

function wireTexts(draft: Draft): TextsByLang {
  const paths = pathsOf(draft).filter(([key]) => isSent(draft, key));
  const texts = eachLang(draft.texts, (known) => ({
    ...Object.fromEntries(paths.flatMap(([key, wire]) => (known[key]?.trim() ? [[wire, textOf(key, known[key])]] : []))),
    ...calledAfterValues(draft, known),
  }));
  return Object.fromEntries(Object.entries(texts).filter(([, known]) => Object.keys(known).length > 0));
}

const textOf = (path: string, text: string) => (path.endsWith('description') ? htmlOf(text) : text.trim());

/** Whether a text names something the server will know. */
function isSent(draft: Draft, path: string): boolean {
  const [what, key] = path.split('/');
  if (what === 'option') return finished(draft).some((option) => option.key === key);
  if (what === 'section') return draft.related.some((section) => section.key === key && section.slugs.length > 0);
  // Titles made of values are translated by these.
  if (what === 'variant') return draft.variants.some((variant) => variant.key === key && variant.title !== null);
  if (what === 'value') return draft.variants.some(({ values }) => Object.values(values).includes(key ?? ''));
  return true;
}

/** Titles of variants that are called after their values, as far as all of these are translated. */
function calledAfterValues(draft: Draft, texts: Record<string, string>): Record<string, string> {
  const options = finished(draft);
  const titles = draft.variants.flatMap((variant, n) => {
    if (variant.title !== null) return [];
    const words = options.length === 0 ? [texts['title']] : options.map(({ key }) => texts[`value/${variant.values[key]}`]);
    return words.every((word) => word?.trim()) ? [[`variant/${n}`, words.join(' / ')]] : [];
  });
  return Object.fromEntries(titles) as Record<string, string>;
}

/** The object that a JSON text says; `null` when it says none. */
export function readMetadata(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The fields of `body` that differ from those of `before`. */
export function changed(before: ProductBody, body: ProductBody): Partial<ProductBody> {
  const differs = (name: keyof ProductBody) => JSON.stringify(before[name]) !== JSON.stringify(body[name]);
  const names = (Object.keys(body) as (keyof ProductBody)[]).filter(differs);
  return Object.fromEntries(names.map((name) => [name, body[name]])) as Partial<ProductBody>;
}

/** Somebody else's product with one's own changes on it; pieces that were sold meanwhile stay sold. */
export function rebased(theirs: DeskProduct, own: Partial<ProductBody>): DeskProduct {
  const variants = own.variants?.map((variant): DeskVariant => {
    const there = theirs.variants.find(({ id }) => id !== undefined && id === variant.id)?.inventory_quantity ?? null;
    const { inventory_quantity: wanted = there, inventory_seen: seen } = variant;
    if (there === null || wanted === null) return { ...variant, inventory_quantity: wanted };
    const moved = typeof seen !== 'number' ? wanted : Math.max(0, there + wanted - seen);
    return { ...variant, inventory_quantity: moved, inventory_seen: there };
  });
  return { ...theirs, ...own, ...(variants ? { variants } : {}) };
}
