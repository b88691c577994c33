// Choosing a variant, a quantity and the buyer's own texts, and putting them into the cart.

import Wrench from 'lucide-react/icons/wrench';
import { useId, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { CustomField, Product, Variant, VariantList } from '../../api/types';
import { paths } from '../../paths';
import { Button, buttonClass } from '../../ui/button';
import { Field } from '../../ui/field';
import { money } from '../../ui/format';
import { Stepper } from '../../ui/stepper';
import { WithoutScripts } from '../../without-scripts';
import { isMade, type ChoiceGroup } from '../catalogue/choices';
import { DispatchNote } from '../catalogue/dispatch-note';
import { EnergyClasses } from '../catalogue/energy-class';
import { Price } from '../catalogue/price';
import { ProductTerms } from '../catalogue/product-terms';
import { StockNote } from '../catalogue/stock-note';
import { VariantPicker } from '../catalogue/variant-picker';
import { AskBox } from './ask-box';
import { BuyBar } from './buy-bar';
import { available, cartProduct, cartVariant, lengthOf, unitPrice } from './rules';
import { SoldOut } from './sold-out';
import { useAddToCart } from './use-add-to-cart';

/** Puts the newest stock numbers over those the page came with; without them the page's stand. */
function useFreshStock(product: Product): (variant: Variant) => Variant {
  const { store_id: storeId } = useSite();
  const { data } = useResource<VariantList>(resourcePaths.stock(storeId, product.id));
  return (variant) => {
    const fresh = data?.variants.find(({ id }) => id === variant.id);
    return fresh ? { ...variant, inventory_quantity: fresh.inventory_quantity } : variant;
  };
}

/** Whether a price is where a product's begin: another variant costs more, and none less. */
const isLowest = ({ variants }: Product, price: number) =>
  variants.every((variant) => unitPrice(variant) >= price) && variants.some((variant) => unitPrice(variant) > price);

/** What there is to choose from, for who cannot choose here. */
function PriceList({ product }: { product: Product }) {
  const { t, lang } = useTranslation();
  if (product.variants.length < 2) return null;
  return (
    <noscript>
      <ul className="buy-box__variants">
        {product.variants.map((variant) => (
          <li key={variant.id}>
            <bdi>{variant.title}</bdi>: <strong className="numeric">{money(unitPrice(variant), lang)}</strong>
            {variant.unit_price && ` (${variant.unit_price.formatted})`}
            {available(variant) <= 0 && ` (${t('product.sold_out')})`}
          </li>
        ))}
      </ul>
    </noscript>
  );
}

/** The way to have it brought and fitted. */
function Fitted({ product: { id, fitting } }: { product: Product }) {
  const { t } = useTranslation();
  if (fitting !== 'offered') return null;
  return (
    <Link className={buttonClass('secondary', true)} to={paths.quoteFor(id)}>
      <Wrench aria-hidden="true" />
      {t('product.fitted')}
    </Link>
  );
}

/** Only then is it worth counting them one by one. */
const isNearlyFull = (length: number, most: number) => length > 0.8 * most;

type Props = {
  product: Product;
  /** The one that is chosen, or shown until one is. */
  variant: Variant;
  /** Groups in which nothing is chosen yet. */
  open: ChoiceGroup[];
  onVariant: (variant: Variant, groupId: string) => void;
};

export function BuyBox({ product, variant, open, onVariant }: Props) {
  const { t, lang } = useTranslation();
  const form = useId();
  const hint = useId();
  const actions = useRef<HTMLDivElement>(null);
  const [add, busy] = useAddToCart();
  const fresh = useFreshStock(product);
  const [quantity, setQuantity] = useState(1);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [checked, setChecked] = useState(false);
  const current = fresh(variant);
  const [missed] = open;
  const price = unitPrice(current);
  // Until one is chosen, what is left of the one that is shown says nothing.
  const stock = missed ? Infinity : available(current);
  const isSoldOut = product.purchasable && stock <= 0;
  const isFrom = missed !== undefined && isLowest(product, price);
  const fields = product.purchasable && !isSoldOut ? product.custom_fields : [];
  const missing = fields.filter((field) => field.is_required && !texts[field.id]?.trim());
  // Cut off by the field itself, half a name would be engraved.
  const lengthIn = ({ id }: CustomField) => lengthOf(texts[id]?.trim() ?? '');
  const tooLong = fields.filter((field) => lengthIn(field) > field.max_length);
  const textHint = (field: CustomField) => {
    const [length, most] = [lengthIn(field), field.max_length];
    return isNearlyFull(length, most) ? t('product.field_length', { length, most }) : t('product.field_most', { most });
  };
  const textProblem = (field: CustomField) => {
    if (tooLong.includes(field)) return t('product.field_over', { length: lengthIn(field), most: field.max_length });
    return checked && missing.includes(field) ? t('form.required') : undefined;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Without a button, the Enter key sends a form all the same.
    if (isSoldOut) return;
    setChecked(true);
    if (missed) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name$="-${CSS.escape(missed.id)}"]`)?.focus();
      return;
    }
    const first = missing[0] ?? tooLong[0];
    if (first) {
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${CSS.escape(first.id)}"]`)?.focus();
      return;
    }
    const entered = fields
      .map(({ id, title }) => ({ id, title, value: texts[id]?.trim() ?? '' }))
      .filter(({ value }) => value !== '');
    const added = await add({
      product: cartProduct(product, current.image_url),
      variant: cartVariant(current),
      quantity,
      ...(entered.length > 0 && { custom_field_values: entered }),
    });
    if (!added) return;
    setQuantity(1);
    setChecked(false);
  };

  return (
    <div className="buy-box">
      <form className="buy-box__form" id={form} onSubmit={(event) => void submit(event)} noValidate>
        <Price
          large
          cents={price}
          isFrom={isFrom}
          before={current.sale_price_in_cents === null ? null : current.price_in_cents}
          notes={[current.unit_price?.formatted, current.sale_dates_formatted]}
        />
        <p className="buy-box__tax">
          {product.fitting === 'only' ? (
            <>
              {t('product.price_fitted')} <Link className="own-line" to={paths.tariff}>{t('product.see_tariff')}</Link>
            </>
          ) : (
            t('price.tax_included')
          )}
        </p>
        <EnergyClasses product={product} />
        <VariantPicker
          product={product}
          current={current}
          open={open}
          askedBy={checked ? hint : undefined}
          stockOf={(other) => available(fresh(other))}
          onChange={onVariant}
        />
        {fields.map((field) => (
          <Field
            key={field.id}
            name={field.id}
            label={field.is_required ? field.title : t('product.field_optional', { field: field.title })}
            required={field.is_required}
            hint={textHint(field)}
            autoComplete="off"
            value={texts[field.id] ?? ''}
            onChange={({ target: { value } }) => setTexts((before) => ({ ...before, [field.id]: value }))}
            error={textProblem(field)}
          />
        ))}
        <PriceList product={product} />
        <StockNote
          purchasable={product.purchasable}
          fitting={product.fitting}
          stock={stock}
          wanted={quantity}
          isMade={isMade(product)}
        />
        {product.purchasable ? (
          <>
            <WithoutScripts what={t('no_script.buy')} />
            {product.variants.length > 1 && (
              <p className={`needs-scripts ${missed && checked ? 'field__error' : ''}`.trim()} id={hint} role="status">
                {missed ? (
                  // The button says it, too, until it is pressed all the same.
                  checked && t('product.choose_first')
                ) : (
                  <>
                    {t('product.chosen')}{' '}
                    <strong>
                      <bdi>{current.title}</bdi>
                    </strong>
                  </>
                )}
              </p>
            )}
            {!isSoldOut && (
              <>
                <div className="buy-box__actions needs-scripts" ref={actions}>
                  <Stepper
                    value={quantity}
                    onChange={setQuantity}
                    labels={{
                      input: t('quantity.label'),
                      decrease: t('quantity.decrease'),
                      increase: t('quantity.increase'),
                    }}
                  />
                  <Button type="submit" className="buy-box__add" disabled={quantity > stock} busy={busy}>
                    {missed ? t('product.choose', { option: missed.title || t('product.variant') }) : t('product.add')}
                  </Button>
                </div>
                <Fitted product={product} />
                {quantity <= stock && (
                  <BuyBar place={actions}>
                    <Button type="submit" form={form} busy={busy}>
                      {missed
                        ? t('product.choose_short', { price: isFrom ? `${t('price.from')} ${money(price, lang)}` : money(price, lang) })
                        : t('product.add_short', { price: money(price * quantity, lang) })}
                    </Button>
                  </BuyBar>
                )}
              </>
            )}
          </>
        ) : (
          <AskBox product={product} />
        )}
      </form>
      {isSoldOut && (
        <>
          <SoldOut key={variant.id} variantId={variant.id} title={product.title} />
          <Fitted product={product} />
        </>
      )}
      {product.purchasable && stock > 0 && fields.length === 0 && <DispatchNote />}
      <ProductTerms product={product} isInStock={stock > 0} cents={price * quantity} />
    </div>
  );
}
