import { useId } from 'react';
import { resourcePaths } from '../../../api/paths';
import { useResource } from '../../../api/resource';
import { useSite } from '../../../api/site';
import type { CardList, ProductStatus } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import { SelectField } from '../../../ui/text-field';
import { useEditorContext } from './form-context';
import { HtmlField } from './html-field';
import { Section, spanish } from './parts';
import { lacksOf } from './problems';

const statuses: ProductStatus[] = ['published', 'draft', 'archived'];

/** What it is called, what it is, and whether it is in the store. */
export function Basics() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  return (
    <Section title={t('desk.product.basics')} first>
      <Field
        label={t('desk.product.title')}
        required
        maxLength={300}
        {...spanish}
        value={draft.title}
        onChange={({ target }) => set({ title: target.value })}
        {...field('title')}
      />
      <div className="desk-columns">
        <Field
          label={t('desk.product.subtitle')}
          maxLength={300}
          {...spanish}
          value={draft.subtitle}
          onChange={({ target }) => set({ subtitle: target.value })}
          {...field('subtitle')}
        />
        <Field
          label={t('desk.product.brand')}
          hint={t('desk.product.brand_hint')}
          maxLength={100}
          dir="auto"
          value={draft.brand}
          onChange={({ target }) => set({ brand: target.value })}
          {...field('brand')}
        />
      </div>
      <HtmlField
        label={t('desk.product.description')}
        tools={t('desk.product.description')}
        hint={t('desk.product.description_hint')}
        value={draft.description}
        onChange={(description) => set({ description })}
        {...field('description')}
      />
      <div className="desk-columns">
        <SelectField
          label={t('desk.product.status')}
          hint={t(`desk.product.status_hint.${draft.status}`)}
          value={draft.status}
          onChange={({ target }) => set({ status: target.value as ProductStatus })}
          {...field('status')}
        >
          {statuses.map((status) => (
            <option key={status} value={status}>
              {t(`desk.product.status_is.${status}`)}
            </option>
          ))}
        </SelectField>
        <TypeField />
      </div>
      <Lacking />
    </Section>
  );
}

/** What a buyer would miss in a product that is put into the store like this; it may be saved all the same. */
function Lacking() {
  const { t } = useTranslation();
  const lacks = lacksOf(useEditorContext().draft);
  if (lacks.length === 0) return null;
  const list = lacks.map((what) => <li key={what}>{t(`desk.product.lack.${what}`)}</li>);
  return (
    <div className="notice stack" role="status">
      <p>{t('desk.product.lacks')}</p>
      <ul>{list}</ul>
    </div>
  );
}

/** One of the store's types, or a new one. */
function TypeField() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  const { store_id: storeId } = useSite();
  const { data } = useResource<CardList>(resourcePaths.cards(storeId, 'es', { limit: 1, offset: 0 }));
  const id = useId();
  return (
    <>
      <Field
        label={t('desk.product.type')}
        hint={t('desk.product.type_hint')}
        maxLength={100}
        {...spanish}
        list={id}
        autoComplete="off"
        value={draft.type}
        onChange={({ target }) => set({ type: target.value })}
        {...field('type')}
      />
      <datalist id={id}>{data?.types.map(({ value }) => <option key={value} value={value} />)}</datalist>
    </>
  );
}
