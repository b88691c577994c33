import { useId } from 'react';
import { useTranslation } from '../../i18n';
import type { Product, Variant } from '../../api/types';
import { choiceGroups, type ChoiceGroup } from './choices';

type Props = {
  product: Product;
  current: Variant;
  /** Groups in which nothing is chosen yet. */
  open: ChoiceGroup[];
  /** The id of what asks for a choice, once it was missed. */
  askedBy?: string | undefined;
  /** Pieces that can be sold, to mark what is sold out. */
  stockOf: (variant: Variant) => number;
  onChange: (variant: Variant, groupId: string) => void;
};

/** Radio buttons for the variants; nothing when there is one only. */
export function VariantPicker({ product, current, open, askedBy, stockOf, onChange }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const isOpen = (id: string) => open.some((group) => group.id === id);
  return choiceGroups(product, current).map((group) => (
    <fieldset className="choices" key={group.id} aria-describedby={isOpen(group.id) ? askedBy : undefined}>
      <legend className="choices__title">
        {group.title || t('product.variant')}
        {/* Where fields have stars, those without one may be left out. */}
        {product.custom_fields.length > 0 && (
          <span className="field__required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </legend>
      <div className="choices__list">
        {group.choices.map(({ value, variant, selected, swatch }) => {
          const soldOut = stockOf(variant) <= 0;
          return (
            <label className="choice" key={value} data-sold-out={soldOut || undefined}>
              <input
                type="radio"
                name={`${name}-${group.id}`}
                value={value}
                checked={selected && !isOpen(group.id)}
                onChange={() => onChange(variant, group.id)}
              />
              <span>
                {swatch && (
                  <svg className="choice__swatch" viewBox="0 0 20 20" aria-hidden="true">
                    <circle cx="10" cy="10" r="9.5" fill={swatch} />
                  </svg>
                )}
                <bdi>{value}</bdi>
                {soldOut && <span className="visually-hidden"> ({t('product.sold_out')})</span>}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  ));
}
