import FileUp from 'lucide-react/icons/file-up';
import Plus from 'lucide-react/icons/plus';
import { useId, useState, type ChangeEvent, type ClipboardEvent } from 'react';
import { api, ApiError } from '../../../api/client';
import { errorText } from '../../../api/problem';
import type { Fitting, KeptDocument } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Button, buttonClass } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { SelectField, TextField } from '../../../ui/text-field';
import { deskApi } from '../desk-paths';
import { patiently, whileBusy } from '../patiently';
import { newKey } from './draft';
import { useEditorContext } from './form-context';
import { Remove, Section, spanish, withPart } from './parts';

const fittings: Fitting[] = ['none', 'offered', 'only'];

/** What is told of a product one by one, what is in the box, its maker's papers, and whether it is fitted. */
export function FactsSection() {
  const { t } = useTranslation();
  const { draft, set, field } = useEditorContext();
  return (
    <Section title={t('desk.product.facts')} count={draft.attributes.length + draft.documents.length}>
      <Attributes />
      <TextField
        label={t('desk.product.in_the_box')}
        hint={t('desk.product.in_the_box_hint')}
        rows={3}
        maxLength={4000}
        {...spanish}
        value={draft.inTheBox}
        onChange={({ target }) => set({ inTheBox: target.value })}
        {...field('in_the_box')}
      />
      <SelectField
        label={t('desk.product.fitting')}
        value={draft.fitting}
        onChange={({ target }) => set({ fitting: target.value as Fitting })}
        {...field('fitting')}
      >
        {fittings.map((fitting) => (
          <option key={fitting} value={fitting}>
            {t(`desk.product.fitting_${fitting}`)}
          </option>
        ))}
      </SelectField>
      <Documents />
      <Swatches />
    </Section>
  );
}

/** What is pasted from a spreadsheet, or with colons: a name and a value to a line. */
function rowsOf(text: string) {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^\t:]+?)\s*[\t:]\s*(.+?)\s*$/.exec(line) ?? [];
    return name === '' ? [] : [{ key: newKey(), name, value }];
  });
}

const energyClass = { name: 'Clase energética', value: 'F (A–G)' };
const making = { name: 'Plazo de fabricación', value: '3 días laborables' };

/** Names that mean more than they say, each with what its value is like. */
const meant: Record<string, string> = {
  [energyClass.name]: energyClass.value,
  'Clase en frío': 'A++',
  'Clase en calor': 'A+',
  [making.name]: making.value,
};

function Attributes() {
  const { t } = useTranslation();
  const names = useId();
  const { draft, set, field } = useEditorContext();
  const { attributes } = draft;
  const paste = (event: ClipboardEvent, at: number) => {
    const rows = rowsOf(event.clipboardData.getData('text'));
    if (rows.length < 2) return;
    event.preventDefault();
    const isEmpty = attributes[at]?.name === '';
    set({ attributes: [...attributes.slice(0, isEmpty ? at : at + 1), ...rows, ...attributes.slice(at + 1)] });
  };
  return (
    <fieldset className="stack">
      <legend className="field__label">{t('desk.product.attributes')}</legend>
      <p className="field__hint">{t('desk.product.attributes_hint')}</p>
      <p className="field__hint">
        {withSpanish(t('desk.product.attributes_class', inBars(energyClass)))} {withSpanish(t('desk.product.attributes_making', inBars(making)))}
      </p>
      <datalist id={names}>
        {Object.keys(meant).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {attributes.map(({ key, name, value }, at) => (
        <div className="desk-fact" key={key}>
          <Field
            label={<span className="visually-hidden">{t('desk.product.attribute_name_of', { n: at + 1 })}</span>}
            placeholder={t('desk.product.attribute_name')}
            maxLength={100}
            {...spanish}
            list={names}
            autoComplete="off"
            value={name}
            onPaste={(event) => paste(event, at)}
            onChange={({ target }) => set({ attributes: withPart(attributes, key, { name: target.value }) })}
            {...field(`attributes/${at}/name`)}
          />
          <Field
            label={<span className="visually-hidden">{t('desk.product.attribute_value_of', { n: at + 1, name })}</span>}
            placeholder={meant[name] ?? t('desk.product.attribute_value')}
            maxLength={300}
            {...spanish}
            value={value}
            onChange={({ target }) => set({ attributes: withPart(attributes, key, { value: target.value }) })}
            {...field(`attributes/${at}/value`)}
          />
          <Remove name={name || String(at + 1)} onClick={() => set({ attributes: attributes.filter((one) => one.key !== key) })} />
        </div>
      ))}
      <Button
        variant="secondary"
        className="desk-add"
        onClick={() => set({ attributes: [...attributes, { key: newKey(), name: '', value: '' }] })}
      >
        <Plus aria-hidden="true" />
        {t('desk.product.attribute_add')}
      </Button>
    </fieldset>
  );
}

function Documents() {
  const { t } = useTranslation();
  const { draft, change, set, field } = useEditorContext();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { documents } = draft;

  async function send(file: File) {
    setBusy(true);
    setFailure(null);
    try {
      const body = new Blob([file], { type: 'application/pdf' });
      const { url } = await patiently(() => api.post<KeptDocument>(deskApi.documents(file.name), body), whileBusy);
      const title = file.name.replace(/\.pdf$/i, '').replace(/[-_]+/g, ' ');
      change((now) => ({ ...now, documents: [...now.documents, { key: newKey(), url, title }] }));
    } catch (error) {
      const isRefused = error instanceof ApiError && [413, 415, 422].includes(error.status);
      setFailure(isRefused ? t('desk.product.document_refused') : errorText(t, error));
    } finally {
      setBusy(false);
    }
  }
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) void send(file);
    currentTarget.value = '';
  };
  return (
    <fieldset className="stack">
      <legend className="field__label">{t('desk.product.documents')}</legend>
      {documents.map(({ key, url, title }, at) => (
        <div className="desk-line" key={key}>
          <Field
            label={<span className="visually-hidden">{t('desk.product.document_of', { n: at + 1 })}</span>}
            hint={<a href={url}>PDF</a>}
            maxLength={200}
            {...spanish}
            value={title}
            onChange={({ target }) => set({ documents: withPart(documents, key, { title: target.value }) })}
            {...field(`documents/${at}/title`)}
          />
          <Remove name={title} onClick={() => set({ documents: documents.filter((one) => one.key !== key) })} />
        </div>
      ))}
      <div>
        <input
          className="visually-hidden desk-drop__input"
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          disabled={busy}
          aria-describedby={`${id}-state`}
          onChange={onChange}
        />
        <label className={buttonClass('secondary')} htmlFor={id}>
          <FileUp aria-hidden="true" />
          {t('desk.product.document_add')}
        </label>
        <p className={failure === null ? 'field__hint' : 'field__error'} id={`${id}-state`} role="status">
          {failure ?? t(busy ? 'desk.product.document_sending' : 'desk.product.document_hint')}
        </p>
      </div>
    </fieldset>
  );
}

/** A colour beside each value of an option that is chosen by eye. */
function Swatches() {
  const { t } = useTranslation();
  const { draft, set } = useEditorContext();
  const { options, swatches } = draft;
  const values = options.flatMap((option) => option.values).filter(({ text }) => text.trim() !== '');
  if (values.length === 0) return null;
  return (
    <fieldset className="stack">
      <legend className="field__label">{t('desk.product.swatches')}</legend>
      <p className="field__hint">{t('desk.product.swatches_hint')}</p>
      <ul className="desk-swatches">
        {values.map(({ key, text }) => (
          <li key={key}>
            <label>
              <input
                type="color"
                value={swatches[key] ?? '#ffffff'}
                data-none={swatches[key] === undefined || undefined}
                onChange={({ target }) => set({ swatches: { ...swatches, [key]: target.value } })}
              />
              <bdi lang="es">{text}</bdi>
            </label>
            {swatches[key] !== undefined && (
              <Remove
                name={text}
                onClick={() => set({ swatches: Object.fromEntries(Object.entries(swatches).filter(([other]) => other !== key)) })}
              />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const inBars = ({ name, value }: typeof making) => ({ name: `|${name}|`, value: `|${value}|` });

/** A text whose parts between bars are the shop's own words, which are Spanish in every language. */
const withSpanish = (text: string) =>
  text.split('|').map((part, at) =>
    at % 2 === 1 ? (
      <bdi key={at} lang="es">
        {part}
      </bdi>
    ) : (
      part
    ),
  );
