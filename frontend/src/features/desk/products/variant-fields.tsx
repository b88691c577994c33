// Price, stock and all else of variants: of many as a table, of the only one of a product field by field.

import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useLang, useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { money } from '../../../ui/format';
import { SelectField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { centsOf } from '../cents';
import { useClock } from '../when';
import { sentPictures, titleOf, type VariantDraft } from './draft';
import { useEditorContext } from './form-context';
import { spanish, withPart } from './parts';
import { SaleDates } from './sale-dates';
import { useWithout } from './use-without';
import { filledDown, unfilled, type Column } from './variants';

/** What of a variant stands in the table: the amounts that change most. */
const columns = [
  { part: 'price', name: 'price' },
  { part: 'sale', name: 'sale_price' },
  { part: 'stock', name: 'inventory_quantity' },
] as const;

/** Every variant on a line or two, each amount to be filled down from the first; the rest unfolds. */
export function VariantTable() {
  const { t } = useTranslation();
  const { draft, change } = useEditorContext();
  const { variants } = draft;
  const without = useWithout();
  const remove = (key: string) => without((now) => ({ ...now, variants: now.variants.filter((variant) => variant.key !== key) }));
  const fill = (part: Column) => {
    const before = variants;
    change((now) => ({ ...now, variants: filledDown(now.variants, part) }));
    toast({
      title: t('desk.product.filled', { what: t(`desk.product.${part}`) }),
      action: { label: t('common.undo'), onClick: () => change((now) => ({ ...now, variants: unfilled(now.variants, before, part) })) },
    });
  };
  return (
    <div className="desk-variants">
      {/* Each field says what it is itself. */}
      <div className="desk-variants__head" aria-hidden="true">
        {columns.map(({ part }) => (
          <span key={part}>{t(`desk.product.${part}`)}</span>
        ))}
      </div>
      <ul className="desk-variants__rows" aria-label={t('desk.product.variants')}>
        {variants.map((variant, at) => (
          <VariantRow key={variant.key} variant={variant} at={at} onRemove={() => remove(variant.key)}>
            {at === 0 && variants.length > 1 && columns.map(({ part }) => <FillDown key={part} part={part} onClick={() => fill(part)} />)}
          </VariantRow>
        ))}
      </ul>
    </div>
  );
}

/** Below the first of a column. */
function FillDown({ part, onClick }: { part: Column; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="ghost" aria-label={t('desk.product.fill_down', { what: t(`desk.product.${part}`) })} onClick={onClick}>
      <ArrowDownToLine aria-hidden="true" />
      {t('desk.product.fill_all')}
    </Button>
  );
}

type RowProps = { variant: VariantDraft; at: number; onRemove: () => void; children: ReactNode };

function VariantRow({ variant, at, onRemove, children }: RowProps) {
  const { t } = useTranslation();
  const { draft, field } = useEditorContext();
  const set = useSetVariant(variant);
  const title = titleOf(draft, variant) || t('desk.product.variant', { n: at + 1 });
  return (
    <li className="desk-variant">
      <h3>
        <bdi lang="es">{title}</bdi>
      </h3>
      {columns.map(({ part, name }) => (
        <Field
          key={part}
          label={<span className="visually-hidden">{`${t(`desk.product.${part}`)}, ${title}`}</span>}
          required={part === 'price'}
          inputMode={part === 'stock' ? 'numeric' : 'decimal'}
          autoComplete="off"
          disabled={part === 'stock' && !variant.isCounted}
          placeholder={part === 'stock' && !variant.isCounted ? '∞' : undefined}
          value={part === 'stock' && !variant.isCounted ? '' : variant[part]}
          onChange={({ target }) => set({ [part]: target.value })}
          {...field(`variants/${at}/${name}`)}
        />
      ))}
      {children}
      <details className="desk-variant__more">
        <summary>
          <span>{t('desk.product.more')}</span>
          <span className="muted">
            <bdi>{[variant.sku, variant.weight && `${variant.weight} g`, variant.content].filter(Boolean).join(' · ')}</bdi>
          </span>
          <ChevronDown aria-hidden="true" />
        </summary>
        <div className="desk-grid">
          <SaleFields variant={variant} at={at} />
          <Counted variant={variant} />
          <RestFields variant={variant} at={at} />
        </div>
        <Button variant="ghost" className="desk-variant__remove" disabled={draft.variants.length === 1} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          {t('desk.remove', { name: title })}
        </Button>
      </details>
    </li>
  );
}

/** The one variant of a product, whole. */
export function SingleVariant({ variant }: { variant: VariantDraft }) {
  const { t } = useTranslation();
  const { field } = useEditorContext();
  const set = useSetVariant(variant);
  return (
    <div className="desk-grid">
      <Field
        label={t('desk.product.price')}
        required
        inputMode="decimal"
        autoComplete="off"
        value={variant.price}
        onChange={({ target }) => set({ price: target.value })}
        {...field('variants/0/price')}
      />
      <Field
        label={t('desk.product.sale')}
        inputMode="decimal"
        autoComplete="off"
        hint={<SaleHint variant={variant} />}
        value={variant.sale}
        onChange={({ target }) => set({ sale: target.value })}
        {...field('variants/0/sale_price')}
      />
      <Dates variant={variant} at={0} />
      <div>
        <Field
          label={t('desk.product.stock')}
          inputMode="numeric"
          autoComplete="off"
          disabled={!variant.isCounted}
          value={variant.isCounted ? variant.stock : ''}
          onChange={({ target }) => set({ stock: target.value })}
          {...field('variants/0/inventory_quantity')}
        />
        <Counted variant={variant} />
      </div>
      <RestFields variant={variant} at={0} />
    </div>
  );
}

function useSetVariant({ key }: VariantDraft) {
  const { change } = useEditorContext();
  return (part: Partial<VariantDraft>) => change((now) => ({ ...now, variants: withPart(now.variants, key, part) }));
}

type PartProps = { variant: VariantDraft; at: number };

/** What there is to say of a sale beside its price. */
function SaleFields(props: PartProps) {
  if (props.variant.sale.trim() === '') return null;
  return (
    <>
      <p className="field__hint desk-sale-dates">
        <SaleHint variant={props.variant} />
      </p>
      <Dates {...props} />
    </>
  );
}

function Dates({ variant, at }: PartProps) {
  const { field } = useEditorContext();
  const set = useSetVariant(variant);
  if (variant.sale.trim() === '') return null;
  return (
    <SaleDates
      starts={{
        value: variant.saleStarts,
        onChange: ({ target }) => set({ saleStarts: target.value }),
        ...field(`variants/${at}/sale_starts_at`),
      }}
      ends={{
        value: variant.saleEnds,
        onChange: ({ target }) => set({ saleEnds: target.value }),
        ...field(`variants/${at}/sale_ends_at`),
      }}
    />
  );
}

function Counted({ variant }: { variant: VariantDraft }) {
  const { t } = useTranslation();
  const set = useSetVariant(variant);
  return (
    <label className="desk-check">
      <input type="checkbox" checked={variant.isCounted} onChange={() => set({ isCounted: !variant.isCounted })} />
      <span>{t('desk.product.counted')}</span>
    </label>
  );
}

/** What is written once: number, weight, content, barcode, picture. */
function RestFields({ variant, at }: PartProps) {
  const { t } = useTranslation();
  const { draft, field } = useEditorContext();
  const set = useSetVariant(variant);
  const name = (part: string) => field(`variants/${at}/${part}`);
  const pictures = sentPictures(draft);
  const isTitled = draft.options.length === 0 && draft.variants.length > 1;
  return (
    <>
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
            <option key={key} value={url ?? ''} dir="auto">
              {alt || t('desk.product.picture', { n: n + 1 })}
            </option>
          ))}
        </SelectField>
      )}
    </>
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
