import Plus from 'lucide-react/icons/plus';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { SelectField, TextField } from '../../../ui/text-field';
import { longestText, newKey } from './draft';
import { useEditorContext } from './form-context';
import { HtmlField } from './html-field';
import { moved, Remove, Section, Tools, spanish, withPart } from './parts';

/** Spain's rates, in basis points. */
const taxRates = [2100, 1000, 400, 0];

/** Where in the store it stands, and under which conditions. */
export function Placement() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  const rates = [...new Set([...taxRates, draft.taxRate])];
  return (
    <Section title={t('desk.product.placement')}>
      <label className="desk-check">
        <input type="checkbox" checked={!draft.isHidden} onChange={() => set({ isHidden: !draft.isHidden })} />
        <span>{t('desk.product.listed')}</span>
      </label>
      <label className="desk-check">
        <input type="checkbox" checked={draft.isPurchasable} onChange={() => set({ isPurchasable: !draft.isPurchasable })} />
        <span>{t('desk.product.purchasable')}</span>
      </label>
      <div className="desk-columns">
        <Field
          label={t('desk.product.ribbon')}
          hint={t('desk.product.ribbon_hint')}
          maxLength={60}
          {...spanish}
          value={draft.ribbon}
          onChange={({ target }) => set({ ribbon: target.value })}
          {...field('ribbon_text')}
        />
        <Field
          label={t('desk.product.order')}
          hint={t('desk.product.order_hint')}
          inputMode="numeric"
          value={draft.order}
          onChange={({ target }) => set({ order: target.value })}
          {...field('order')}
        />
        <SelectField
          label={t('desk.product.tax')}
          value={draft.taxRate}
          onChange={({ target }) => set({ taxRate: Number(target.value) })}
          {...field('tax_rate')}
        >
          {rates.map((rate) => (
            <option key={rate} value={rate}>
              {`${rate / 100} %`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('desk.product.selection')}
          value={draft.selection ?? 'lowest_price_first'}
          onChange={({ target }) => set({ selection: target.value === 'lowest_price_first' ? null : target.value })}
          {...field('site_product_selection')}
        >
          <option value="lowest_price_first">{t('desk.product.selection_lowest')}</option>
          <option value={draft.selection ?? 'first'}>{t('desk.product.selection_first')}</option>
        </SelectField>
      </div>
      <Collections />
    </Section>
  );
}

/** What a collection is known by: its title without accents, spaces and signs. */
const slugOf = (title: string) =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

function Collections() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  const { collections } = draft;
  return (
    <fieldset className="stack">
      <legend className="field__label">{t('desk.product.collections')}</legend>
      {collections.map(({ key, title, slug }, at) => (
        <div className="desk-line" key={key}>
          <Field
            label={<span className="visually-hidden">{t('desk.product.collection', { n: at + 1 })}</span>}
            maxLength={200}
            {...spanish}
            value={title}
            // One the server knows keeps its name.
            onChange={({ target }) =>
              set({
                collections: withPart(collections, key, {
                  title: target.value,
                  slug: key.startsWith('new') ? slugOf(target.value) : slug,
                }),
              })
            }
            {...field(`collections/${at}/title`)}
          />
          <Remove name={title} onClick={() => set({ collections: collections.filter((one) => one.key !== key) })} />
        </div>
      ))}
      <Button
        variant="secondary"
        className="desk-add"
        onClick={() => set({ collections: [...collections, { key: newKey(), slug: '', title: '' }] })}
      >
        <Plus aria-hidden="true" />
        {t('desk.product.collection_add')}
      </Button>
    </fieldset>
  );
}

/** Texts that the product's page folds away. */
export function Info() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  const { info } = draft;
  return (
    <Section title={t('desk.product.info')} count={info.length}>
      <p className="field__hint">{t('desk.product.info_hint')}</p>
      {info.map(({ key, title, description }, at) => (
        <fieldset className="stack desk-part" key={key}>
          <legend className="visually-hidden">{title || t('desk.product.info_title_of', { n: at + 1 })}</legend>
          <div className="desk-line">
            <Field
              label={t('desk.product.info_title')}
              maxLength={300}
              {...spanish}
              value={title}
              onChange={({ target }) => set({ info: withPart(info, key, { title: target.value }) })}
              {...field(`info/${at}/title`)}
            />
            <Tools
              name={title}
              at={at}
              of={info.length}
              onMove={(to) => set({ info: moved(info, at, to) })}
              onRemove={() => set({ info: info.filter((one) => one.key !== key) })}
            />
          </div>
          <HtmlField
            label={t('desk.product.info_text')}
            tools={title}
            value={description}
            onChange={(text) => set({ info: withPart(info, key, { description: text }) })}
            {...field(`info/${at}/description`)}
          />
        </fieldset>
      ))}
      <Button
        variant="secondary"
        className="desk-add"
        onClick={() => set({ info: [...info, { key: newKey(), title: '', description: '' }] })}
      >
        <Plus aria-hidden="true" />
        {t('desk.product.info_add')}
      </Button>
    </Section>
  );
}

/** What the buyer writes before it goes into the cart. */
export function CustomFields() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  const { fields } = draft;
  return (
    <Section title={t('desk.product.fields')} count={fields.length}>
      <p className="field__hint">{t('desk.product.fields_hint')}</p>
      {fields.map(({ key, title, isRequired, most }, at) => (
        <div className="desk-part stack" key={key}>
          <div className="desk-line">
            <Field
              label={t('desk.product.field', { n: at + 1 })}
              maxLength={200}
              {...spanish}
              value={title}
              onChange={({ target }) => set({ fields: withPart(fields, key, { title: target.value }) })}
              {...field(`fields/${at}`)}
            />
            <Tools
              name={title}
              at={at}
              of={fields.length}
              onMove={(to) => set({ fields: moved(fields, at, to) })}
              onRemove={() => set({ fields: fields.filter((one) => one.key !== key) })}
            />
          </div>
          <Field
            label={t('desk.product.field_most')}
            inputMode="numeric"
            maxLength={3}
            value={most}
            onChange={({ target }) => set({ fields: withPart(fields, key, { most: target.value }) })}
            {...field(`fields/${at}/most`)}
          />
          <label className="desk-check">
            <input
              type="checkbox"
              checked={isRequired}
              onChange={() => set({ fields: withPart(fields, key, { isRequired: !isRequired }) })}
            />
            <span>{t('desk.product.field_required')}</span>
          </label>
        </div>
      ))}
      <Button
        variant="secondary"
        className="desk-add"
        onClick={() => set({ fields: [...fields, { key: newKey(), title: '', isRequired: true, most: String(longestText) }] })}
      >
        <Plus aria-hidden="true" />
        {t('desk.product.field_add')}
      </Button>
    </Section>
  );
}

/** For whoever knows what they are for. */
export function Advanced() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  return (
    <Section title={t('desk.product.advanced')}>
      <Field
        label={t('desk.product.slug')}
        hint={t('desk.product.slug_hint')}
        maxLength={200}
        dir="ltr"
        value={draft.slug}
        onChange={({ target }) => set({ slug: target.value })}
        {...field('slug')}
      />
      <TextField
        label={t('desk.product.metadata')}
        hint={t('desk.product.metadata_hint')}
        dir="ltr"
        rows={4}
        spellCheck={false}
        value={draft.metadata}
        onChange={({ target }) => set({ metadata: target.value })}
        {...field('metadata')}
      />
    </Section>
  );
}
