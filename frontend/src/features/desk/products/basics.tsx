import Bold from 'lucide-react/icons/bold';
import Heading from 'lucide-react/icons/heading';
import Italic from 'lucide-react/icons/italic';
import List from 'lucide-react/icons/list';
import { useId, useRef, type ReactNode } from 'react';
import { resourcePaths } from '../../../api/paths';
import { useResource } from '../../../api/resource';
import { useSite } from '../../../api/site';
import type { CardPage } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Field, Labelled } from '../../../ui/field';
import { IconButton } from '../../../ui/button';
import { SelectField } from '../../../ui/text-field';
import { useEditorContext } from './form-context';
import { Section, spanish } from './parts';
import type { ProductStatus } from './wire';

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
      <Field
        label={t('desk.product.subtitle')}
        maxLength={300}
        {...spanish}
        value={draft.subtitle}
        onChange={({ target }) => set({ subtitle: target.value })}
        {...field('subtitle')}
      />
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
    </Section>
  );
}

/** One of the store's types, or a new one. */
function TypeField() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  const { store_id: storeId } = useSite();
  const { data } = useResource<CardPage>(resourcePaths.cards(storeId, 'es', { limit: 1, offset: 0 }));
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

type HtmlProps = {
  label: ReactNode;
  /** What the text is called, for the name of its buttons. */
  tools: string;
  hint?: string;
  name: string;
  error?: string;
  rows?: number;
  dir?: string;
  lang?: string;
  value: string;
  onChange: (value: string) => void;
  onInput?: () => void;
};

/** A text with a little markup; the buttons put it around what is selected. */
export function HtmlField({ label, tools, hint, name, error, value, onChange, onInput, rows = 8, ...rest }: HtmlProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLTextAreaElement>(null);

  function wrap(before: string, after: string) {
    const area = box.current;
    if (area === null) return;
    area.focus();
    const { selectionStart: from, selectionEnd: to } = area;
    area.setRangeText(before + value.slice(from, to) + after, from, to, 'end');
    area.setSelectionRange(from + before.length, to + before.length);
    onChange(area.value);
  }
  const listed = () => {
    const area = box.current;
    if (area === null) return;
    const lines = value.slice(area.selectionStart, area.selectionEnd).split('\n').filter((line) => line.trim() !== '');
    const items = (lines.length > 0 ? lines : ['']).map((line) => `<li>${line.trim()}</li>`).join('');
    area.setRangeText(`<ul>${items}</ul>`);
    area.focus();
    onChange(area.value);
  };
  return (
    <Labelled className="desk-html" label={label} hint={hint} error={error}>
      {(wiring) => (
        <>
          <div role="group" aria-label={t('desk.html.tools', { name: tools })}>
            <IconButton label={t('desk.html.bold')} onClick={() => wrap('<strong>', '</strong>')}>
              <Bold aria-hidden="true" />
            </IconButton>
            <IconButton label={t('desk.html.italic')} onClick={() => wrap('<em>', '</em>')}>
              <Italic aria-hidden="true" />
            </IconButton>
            <IconButton label={t('desk.html.heading')} onClick={() => wrap('<h3>', '</h3>')}>
              <Heading aria-hidden="true" />
            </IconButton>
            <IconButton label={t('desk.html.list')} onClick={listed}>
              <List aria-hidden="true" />
            </IconButton>
          </div>
          <textarea
            ref={box}
            {...spanish}
            {...rest}
            {...wiring}
            name={name}
            rows={rows}
            value={value}
            onInput={onInput}
            onChange={({ target }) => onChange(target.value)}
          />
        </>
      )}
    </Labelled>
  );
}
