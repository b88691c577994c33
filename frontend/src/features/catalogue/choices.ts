// Which variant a buyer means by the values chosen: pure functions over the product.

import type { Product, Variant } from '../../api/types';

export type Choice = {
  value: string;
  /** The variant that choosing it leads to. */
  variant: Variant;
  selected: boolean;
  /** The colour to show for it. */
  swatch?: string | null;
};

export type ChoiceGroup = {
  id: string;
  title: string;
  choices: Choice[];
};

const optionOf = (variant: Variant, optionId: string | undefined) =>
  variant.options.find(({ option_id: id }) => id === optionId);

const valueOf = (variant: Variant, optionId: string) =>
  optionOf(variant, optionId)?.value;

/** The variant with `value` for an option that keeps most of what is chosen now. */
function closest(variants: Variant[], current: Variant, optionId: string, value: string) {
  const agreement = (variant: Variant) =>
    variant.options.filter((own) => valueOf(current, own.option_id) === own.value).length;
  return variants
    .filter((variant) => valueOf(variant, optionId) === value)
    .reduce<Variant | undefined>(
      (best, variant) => (best && agreement(best) >= agreement(variant) ? best : variant),
      undefined,
    );
}

/** Whether it is made for its buyer, with words of theirs. */
export const isMade = (product: Product): boolean => product.custom_fields.length > 0;

/**
 * The groups, by id, that a buyer must choose in before anything is bought: who did not look must not get the wrong size. A
 * colour is seen in the picture, so the one that is shown may stand, unless it is of something that is made for its buyer and does
 * not come back. Nothing while fewer than two variants can be had.
 */
export function openGroups(
  product: Product,
  current: Variant,
  stockOf: (variant: Variant) => number,
  chosen: ReadonlySet<string>,
): ChoiceGroup[] {
  const buyable = product.purchasable ? product.variants.filter((variant) => stockOf(variant) > 0) : [];
  const differ = (id: string) => id === wholeGroup || new Set(buyable.map((variant) => valueOf(variant, id))).size > 1;
  if (buyable.length < 2) return [];
  return choiceGroups(product, current).filter(
    ({ id, choices }) => !chosen.has(id) && differ(id) && (isMade(product) || !choices.some(({ swatch }) => swatch)),
  );
}

/** The group of all variants. */
const wholeGroup = 'variant';

/**
 * One group per option when several options describe every variant, else one group of all
 * variants by their titles. Empty when there is nothing to choose.
 */
export function choiceGroups(product: Product, current: Variant): ChoiceGroup[] {
  const { variants, options } = product;
  if (variants.length < 2) return [];
  const described = variants.every((variant) => options.every(({ id }) => valueOf(variant, id) !== undefined));
  if (options.length < 2 || !described) {
    const choices = variants.map((variant) => ({
      value: variant.title,
      variant,
      selected: variant.id === current.id,
      swatch: optionOf(variant, options[0]?.id)?.swatch,
    }));
    return [{ id: wholeGroup, title: options[0]?.title ?? '', choices }];
  }
  return options.map(({ id, title }) => {
    const values = [...new Set(variants.map((variant) => valueOf(variant, id) ?? ''))];
    const choices = values.map((value) => {
      const variant = closest(variants, current, id, value) ?? current;
      return { value, variant, selected: valueOf(current, id) === value, swatch: optionOf(variant, id)?.swatch };
    });
    return { id, title, choices };
  });
}
