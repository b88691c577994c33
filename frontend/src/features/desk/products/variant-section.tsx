import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState, type KeyboardEvent } from 'react';
import { useLang, useTranslation } from '../../../i18n';
import { Button, IconButton } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { money } from '../../../ui/format';
import { SelectField } from '../../../ui/text-field';
import { centsOf } from '../cents';
import { useClock } from '../when';
import { sentPictures, titleOf, type OptionDraft, type VariantDraft } from './draft';
import { useEditorContext } from './form-context';
import { Remove, Section, spanish, withPart } from './parts';
import { SaleDates } from './sale-dates';
import { addMissing, addOption, addValue, missingCount, removeOption, removeValue } from './variants';

/** Price and stock: of the one variant, or of each that the options make. */
export function VariantSection() {
  const { t } = useTranslation();
  const { draft, change } = useEditorContext();
  const isSingle = draft.options.length === 0 && draft.variants.length === 1;
  const missing = missingCount(draft);
  const remove = (key: string) =>
    change((now) => ({ ...now, variants: now.variants.filter((variant) => variant.key !== key) }));
  return (
    <>
      <Section title={t('desk.product.options')} count={draft.options.length}>
        <p className="field__hint">{t('desk.product.options_hint')}</p>
        {draft.options.map((option, at) => (
          <Option key={option.key} option={option} at={at} />
        ))}
        <Button variant="secondary" className="desk-add" onClick={() => change((now) => addOption(now, ''))}>
          <Plus aria-hidden="true" />
          {t('desk.product.option_add')}
        </Button>
      </Section>
      <Section title={t(isSingle ? 'desk.product.price_stock' : 'desk.product.variants')} count={isSingle ? 0 : draft.variants.length} first>
        {isSingle ? (
          draft.variants.map((variant) => <VariantFields key={variant.key} variant={variant} at={0} />)
        ) : (
          <ul className="desk-variants" aria-label={t('desk.product.variants')}>
            {draft.variants.map((variant, at) => (
              <li key={variant.key} className="desk-variant">
                <div className="desk-variant__head">
                  <h3>
                    <bdi lang="es">{titleOf(draft, variant) || t('desk.product.variant', { n: at + 1 })}</bdi>
                  </h3>
                  <Remove
                    name={titleOf(draft, variant)}
                    disabled={draft.variants.length === 1}
                    onClick={() => remove(variant.key)}
                  />
                </div>
                <VariantFields variant={variant} at={at} />
              </li>
            ))}
          </ul>
        )}
        {missing > 0 && (
          <Button variant="secondary" className="desk-add" onClick={() => change(addMissing)}>
            <Plus aria-hidden="true" />
            {t('desk.product.variants_add', { count: missing })}
          </Button>
        )}
      </Section>
    </>
  );
}

function Option({ option, at }: { option: OptionDraft; at: number }) {
  const { t } = useTranslation();
  const { draft, change, set, field } = useEditorContext();
  const { key, title, values } = option;
  const name = title || t('desk.product.option', { n: at + 1 });
  return (
    <fieldset className="desk-option">
      <legend className="visually-hidden">{name}</legend>
      <div className="desk-option__title">
        <Field
          label={t('desk.product.option', { n: at + 1 })}
          placeholder={t('desk.product.option_placeholder')}
          maxLength={200}
          {...spanish}
          value={title}
          onChange={({ target }) => set({ options: withPart(draft.options, key, { title: target.value }) })}
          {...field(`options/${at}`)}
        />
        <Remove name={name} onClick={() => change((now) => removeOption(now, key))} />
      </div>
      <ul className="desk-values" aria-label={t('desk.product.values', { name })}>
        {values.map((value, n) => (
          <li key={value.key} className="desk-value">
            <Field
              label={<span className="visually-hidden">{t('desk.product.value', { n: n + 1, name })}</span>}
              maxLength={200}
              {...spanish}
              value={value.text}
              onChange={({ target }) =>
                set({ options: withPart(draft.options, key, { values: withPart(values, value.key, { text: target.value }) }) })
              }
              suffix={
                <IconButton
                  label={t('desk.remove', { name: value.text })}
                  onClick={() => change((now) => removeValue(now, key, value.key))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              }
              {...field(`options/${at}/${n}`)}
            />
          </li>
        ))}
      </ul>
      <NewValue name={name} onAdd={(text) => change((now) => addValue(now, key, text))} />
    </fieldset>
  );
}

/** Takes one value after the other: Enter or a comma ends each. */
function NewValue({ name, onAdd }: { name: string; onAdd: (text: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const add = () => {
    if (text.trim() !== '') onAdd(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add();
  };
  return (
    <div className="desk-option__new">
      <Field
        label={t('desk.product.value_new', { name })}
        hint={t('desk.product.value_hint')}
        maxLength={200}
        {...spanish}
        enterKeyHint="next"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      <Button variant="secondary" onClick={add}>
        {t('desk.add')}
      </Button>
    </div>
  );
}

function VariantFields({ variant, at }: { variant: VariantDraft; at: number }) {
  const { t } = useTranslation();
  const { draft, change, field } = useEditorContext();
  const set = (part: Partial<VariantDraft>) =>
    change((now) => ({ ...now, variants: withPart(now.variants, variant.key, part) }));
  const name = (part: string) => field(`variants/${at}/${part}`);
  const pictures = sentPictures(draft);
  const isTitled = draft.options.length === 0 && draft.variants.length > 1;
  return (
    <div className="desk-grid">
      {isTitled && (
        <Field
          label={t('desk.product.variant_title')}
          {...spanish}
          value={variant.title ?? ''}
          onChange={({ target }) => set({ title: target.value })}
          {...name('title')}
        />
      )}
      <Field
        label={t('desk.product.price')}
        required
        inputMode="decimal"
        autoComplete="off"
        value={variant.price}
        onChange={({ target }) => set({ price: target.value })}
        {...name('price')}
      />
      <Field
        label={t('desk.product.sale')}
        inputMode="decimal"
        autoComplete="off"
        hint={<SaleHint variant={variant} />}
        value={variant.sale}
        onChange={({ target }) => set({ sale: target.value })}
        {...name('sale_price')}
      />
      {variant.sale.trim() !== '' && (
        <SaleDates
          starts={{
            value: variant.saleStarts,
            onChange: ({ target }) => set({ saleStarts: target.value }),
            ...name('sale_starts_at'),
          }}
          ends={{
            value: variant.saleEnds,
            onChange: ({ target }) => set({ saleEnds: target.value }),
            ...name('sale_ends_at'),
          }}
        />
      )}
      <div>
        <Field
          label={t('desk.product.stock')}
          inputMode="numeric"
          autoComplete="off"
          disabled={!variant.isCounted}
          value={variant.isCounted ? variant.stock : ''}
          onChange={({ target }) => set({ stock: target.value })}
          {...name('inventory_quantity')}
        />
        <label className="desk-check">
          <input type="checkbox" checked={variant.isCounted} onChange={() => set({ isCounted: !variant.isCounted })} />
          <span>{t('desk.product.counted')}</span>
        </label>
      </div>
      <Field
        label={t('desk.product.sku')}
        maxLength={100}
        autoComplete="off"
        dir="ltr"
        value={variant.sku}
        onChange={({ target }) => set({ sku: target.value })}
        {...name('sku')}
      />
      <Field
        label={t('desk.product.weight')}
        inputMode="numeric"
        autoComplete="off"
        value={variant.weight}
        onChange={({ target }) => set({ weight: target.value })}
        {...name('weight')}
      />
      <Field
        label={t('desk.product.content')}
        hint={t('desk.product.content_hint')}
        maxLength={30}
        autoComplete="off"
        dir="ltr"
        value={variant.content}
        onChange={({ target }) => set({ content: target.value })}
        {...name('content')}
      />
      <Field
        label={t('desk.product.gtin')}
        hint={t('desk.product.gtin_hint')}
        maxLength={30}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={variant.gtin}
        onChange={({ target }) => set({ gtin: target.value })}
        {...name('gtin')}
      />
      {pictures.length > 0 && draft.variants.length > 1 && (
        <SelectField
          label={t('desk.product.variant_picture')}
          value={variant.image ?? ''}
          onChange={({ target }) => set({ image: target.value || null })}
          {...name('image_url')}
        >
          <option value="">{t('desk.product.variant_picture_none')}</option>
          {pictures.map(({ key, url, alt }, n) => (
            <option key={key} value={url ?? ''}>
              {alt || t('desk.product.picture', { n: n + 1 })}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/** What the recorded prices allow to strike through; known once the sale has been saved. */
function SaleHint({ variant }: { variant: VariantDraft }) {
  const { t } = useTranslation();
  const lang = useLang();
  const clock = useClock();
  const { base } = useEditorContext();
  const sale = centsOf(variant.sale);
  if (sale === null) return t('desk.product.sale_hint');
  const saved = base?.variants.find(({ id }) => id === variant.id);
  if (saved?.sale_price_in_cents !== sale) return t('desk.product.sale_new');
  const starts = saved.sale_starts_at;
  if (starts && new Date(starts) > new Date()) return t('desk.product.sale_planned', { at: clock.moment(starts) });
  if (variant.before === null) return t('desk.product.sale_bare');
  return t('desk.product.sale_before', { price: money(variant.before, lang) });
}
