import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../i18n';
import { Button, IconButton } from '../../../ui/button';
import { Field } from '../../../ui/field';
import type { OptionDraft } from './draft';
import { useEditorContext } from './form-context';
import { Remove, Section, spanish, withPart } from './parts';
import { useWithout } from './use-without';
import { SingleVariant, VariantTable } from './variant-fields';
import { addMissing, addOption, addValue, missingCount, removeOption, removeValue } from './variants';

/** Price and stock: of the one variant, or of each that the options make. */
export function VariantSection() {
  const { t } = useTranslation();
  const { draft, change } = useEditorContext();
  const isSingle = draft.options.length === 0 && draft.variants.length === 1;
  const missing = missingCount(draft);
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
        {isSingle ? draft.variants.map((variant) => <SingleVariant key={variant.key} variant={variant} />) : <VariantTable />}
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
  const without = useWithout();
  const { key, title, values } = option;
  const name = title || t('desk.product.option', { n: at + 1 });
  // The return key ends what is typed, here too: it goes on to the next value, and never saves a product half done.
  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!event.nativeEvent.isComposing) event.currentTarget.querySelector<HTMLInputElement>('.desk-option__new input')?.focus();
  };
  return (
    <fieldset className="desk-option" onKeyDown={onKeyDown}>
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
        <Remove name={name} onClick={() => without((now) => removeOption(now, key))} />
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
                  onClick={() => without((now) => removeValue(now, key, value.key))}
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
    <Field
      className="desk-option__new"
      label={t('desk.product.value_new', { name })}
      hint={t('desk.product.value_hint')}
      maxLength={200}
      {...spanish}
      enterKeyHint="next"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={onKeyDown}
      onBlur={add}
      suffix={
        <Button variant="secondary" onClick={add}>
          {t('desk.add')}
        </Button>
      }
    />
  );
}
