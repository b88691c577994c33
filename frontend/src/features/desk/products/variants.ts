// RULE: how variants follow from options. Variants that are known are kept with all that is known of them.

import { newKey, newVariant, type Draft, type OptionDraft, type VariantDraft } from './draft';

const without = (values: VariantDraft['values'], option: string) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== option));

/** Says which combination of values a variant is. */
const signature = (options: OptionDraft[], values: VariantDraft['values']) =>
  options.map(({ key }) => values[key] ?? '').join();

/** The first variant of each combination. */
function distinct(options: OptionDraft[], variants: VariantDraft[]): VariantDraft[] {
  const first = new Map<string, VariantDraft>();
  for (const variant of variants) {
    const at = signature(options, variant.values);
    if (!first.has(at)) first.set(at, variant);
  }
  return [...first.values()];
}

/** Another variant like one that is there, as far as variants are alike: price and weight, not number, stock or picture. */
const like = ({ price, sale, saleStarts, saleEnds, weight, isCounted }: VariantDraft, values: VariantDraft['values']): VariantDraft => ({
  ...newVariant(values),
  price,
  sale,
  saleStarts,
  saleEnds,
  weight,
  isCounted,
});

/** What can be filled down. */
export type Column = 'price' | 'sale' | 'stock';

/** What a column of the table holds of a variant: a sale with its days. */
const held = (part: Column, { price, sale, saleStarts, saleEnds, stock }: VariantDraft): Partial<VariantDraft> =>
  ({ price: { price }, sale: { sale, saleStarts, saleEnds }, stock: { stock } })[part];

/** The variants with an amount of the first in all of them; stock is filled where it is counted. */
export function filledDown(variants: VariantDraft[], part: Column): VariantDraft[] {
  const [first] = variants;
  if (first === undefined) return variants;
  const takes = (variant: VariantDraft) => part !== 'stock' || (variant.isCounted && first.isCounted);
  return variants.map((variant) => (takes(variant) ? { ...variant, ...held(part, first) } : variant));
}

/** The variants as they are now; those that still hold what was filled down hold what they held before. */
export function unfilled(variants: VariantDraft[], before: VariantDraft[], part: Column): VariantDraft[] {
  const filled = filledDown(before, part);
  return variants.map((variant) => {
    const at = before.findIndex(({ key }) => key === variant.key);
    const [then, given] = [before[at], filled[at]];
    return then === undefined || given?.[part] !== variant[part] ? variant : { ...variant, ...held(part, then) };
  });
}

export const addOption = (draft: Draft, title: string): Draft => ({
  ...draft,
  options: [...draft.options, { key: newKey(), title, values: [] }],
});

export function removeOption(draft: Draft, key: string): Draft {
  const options = draft.options.filter((option) => option.key !== key);
  const variants = draft.variants.map((variant) => ({ ...variant, title: null, values: without(variant.values, key) }));
  return { ...draft, options, variants: distinct(options, variants) };
}

/** The first value of an option goes to every variant; a further one makes a variant of each combination of the others. */
export function addValue(draft: Draft, key: string, text: string): Draft {
  const value = { key: newKey(), text };
  const isFirst = draft.options.some((option) => option.key === key && option.values.length === 0);
  const options = draft.options.map((option) =>
    option.key === key ? { ...option, values: [...option.values, value] } : option,
  );
  const valued = (variant: VariantDraft) => ({ ...variant.values, [key]: value.key });
  const variants = isFirst
    ? draft.variants.map((variant) => ({ ...variant, title: null, values: valued(variant) }))
    : [
        ...draft.variants,
        ...distinct(draft.options.filter((option) => option.key !== key), draft.variants).map((variant) => like(variant, valued(variant))),
      ];
  return { ...draft, options, variants: sorted(options, variants) };
}

export function removeValue(draft: Draft, key: string, value: string): Draft {
  const option = draft.options.find((known) => known.key === key);
  if (option === undefined) return draft;
  const left = option.values.filter((known) => known.key !== value);
  const options = draft.options.map((known) => (known.key === key ? { ...known, values: left } : known));
  if (left.length > 0) return { ...draft, options, variants: draft.variants.filter(({ values }) => values[key] !== value) };
  const variants = draft.variants.map((variant) => ({ ...variant, title: null, values: without(variant.values, key) }));
  return { ...draft, options, variants: distinct(options, variants) };
}

/** In the order of the options' values. */
function sorted(options: OptionDraft[], variants: VariantDraft[]): VariantDraft[] {
  const place = ({ values }: VariantDraft) =>
    options.map((option) => option.values.findIndex(({ key }) => key === values[option.key]));
  return variants
    .map((variant) => ({ variant, at: place(variant) }))
    .sort((a, b) => a.at.map((n, i) => n - (b.at[i] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ variant }) => variant);
}

/** Combinations of values that no variant has. */
function missing({ options, variants }: Draft): VariantDraft['values'][] {
  const full = options.filter(({ values }) => values.length > 0);
  if (full.length === 0) return [];
  const known = new Set(variants.map(({ values }) => signature(full, values)));
  const all = full.reduce<VariantDraft['values'][]>(
    (combinations, { key, values }) => combinations.flatMap((one) => values.map((value) => ({ ...one, [key]: value.key }))),
    [{}],
  );
  return all.filter((values) => !known.has(signature(full, values)));
}

export const missingCount = (draft: Draft): number => missing(draft).length;

export function addMissing(draft: Draft): Draft {
  const [model] = draft.variants;
  if (model === undefined) return draft;
  const added = missing(draft).map((values) => like(model, values));
  return { ...draft, variants: sorted(draft.options, [...draft.variants, ...added]) };
}

/** `parts` with those of `before` that are gone, in their places. */
function joined<Part extends { key: string }>(parts: Part[], before: Part[], both: (part: Part, then: Part) => Part): Part[] {
  const known = new Set(before.map(({ key }) => key));
  const back = before.map((then) => {
    const part = parts.find(({ key }) => key === then.key);
    return part === undefined ? then : both(part, then);
  });
  return [...back, ...parts.filter(({ key }) => !known.has(key))];
}

/** The draft as it is now, with the options and variants of before that it has lost. */
export const broughtBack = (now: Draft, before: Draft): Draft => ({
  ...now,
  options: joined(now.options, before.options, (option, then) => ({ ...option, values: joined(option.values, then.values, (value) => value) })),
  variants: joined(now.variants, before.variants, (variant, then) => ({
    ...variant,
    title: variant.title ?? then.title,
    values: { ...then.values, ...variant.values },
  })),
});
