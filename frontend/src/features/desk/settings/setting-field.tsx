import type { InputHTMLAttributes } from 'react';
import type { Setting } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import { SelectField, TextField } from '../../../ui/text-field';
import type { FieldErrors } from '../../account/use-form';
import { CarriersField } from './carriers-field';
import { HolidaysField } from './holidays-field';
import { HoursField } from './hours-field';
import { isList, nameOf } from './values';

const telephone = { type: 'tel', inputMode: 'tel', dir: 'ltr' } as const;

/** What is special about the input of a setting. */
const inputs: Record<string, InputHTMLAttributes<HTMLInputElement>> = {
  'company.brand': { required: true },
  'company.legal_name': { required: true },
  'company.locality': { required: true },
  'company.phone': { required: true, ...telephone },
  'company.office_phone': telephone,
  'company.whatsapp': telephone,
  'company.email': { required: true, type: 'email', inputMode: 'email', dir: 'ltr' },
  'company.nif': { autoCapitalize: 'characters', dir: 'ltr' },
  'alerts.ntfy': { inputMode: 'url', dir: 'ltr' },
  'alerts.webhook': { inputMode: 'url', dir: 'ltr' },
  'shipping.cutoff': { type: 'time', dir: 'ltr' },
  'orders.payment_reminder': { min: 0, max: 30 },
  'stock.low': { min: 0, max: 1000 },
  'ratings.days': { min: 1, max: 20 },
  'accounts.password_min_length': { min: 6, max: 64 },
  'retention.inquiries': { min: 1, max: 120 },
  'retention.orders': { min: 6, max: 30 },
  'retention.unconfirmed_accounts': { min: 1, max: 365 },
  'retention.dead_mails': { min: 1, max: 365 },
};

/** What those of a kind have in common. */
const kinds: Partial<Record<Setting['kind'], InputHTMLAttributes<HTMLInputElement>>> = {
  cents: { required: true, inputMode: 'decimal', dir: 'ltr' },
  number: { required: true, type: 'number', inputMode: 'numeric', step: 1, dir: 'ltr' },
  place: { dir: 'ltr' },
};

type Props = { setting: Setting; value: string; onChange: (value: string) => void; errors: FieldErrors };

/** The field of a setting, by its kind; one the desk has no words for goes by its key. */
export function SettingField({ setting: { key, kind, choices, ...setting }, value, onChange, errors }: Props) {
  const { t } = useTranslation();
  const said = (text: string) => (t(text) === text ? undefined : t(text));
  const name = nameOf(key);
  const label = said(`desk.settings.key.${key}`) ?? <bdi dir="ltr">{key}</bdi>;
  // What the program came with, or shows as an example, is nobody's.
  const isExample = setting.is_example && value === setting.value;
  const hint = isExample ? <strong>{t('desk.settings.example')}</strong> : said(`desk.settings.hint.${key}`);
  if (kind === 'hours') return <HoursField name={name} value={value} onChange={onChange} errors={errors} />;
  if (kind === 'holidays') return <HolidaysField name={name} value={value} onChange={onChange} errors={errors} />;
  if (key === 'shipping.carriers') return <CarriersField label={label} name={name} value={value} onChange={onChange} errors={errors} />;
  if (kind === 'switch') {
    return (
      <div className="field">
        <label className="desk-check">
          <input type="checkbox" role="switch" checked={value === 'true'} onChange={({ target }) => onChange(String(target.checked))} />
          <span>{label}</span>
        </label>
        <input type="hidden" name={name} value={value} />
        {hint && <p className="field__hint">{hint}</p>}
        {errors[name] && <p className="field__error">{errors[name]}</p>}
      </div>
    );
  }
  const field = {
    label,
    hint,
    name,
    value,
    error: errors[name],
    autoComplete: 'off',
    dir: 'auto',
    'data-wrong': said(`error.validation_failed.${key}`),
  };
  if (kind === 'choice') {
    return (
      <SelectField label={label} hint={hint} error={errors[name]} name={name} value={value} onChange={({ target }) => onChange(target.value)}>
        {choices?.map((choice) => (
          <option key={choice} value={choice}>
            {said(`desk.settings.choice.${choice}`) ?? choice}
          </option>
        ))}
      </SelectField>
    );
  }
  if (isList({ key, kind })) {
    return <TextField {...field} rows={5} required maxLength={400} onChange={({ target }) => onChange(target.value)} />;
  }
  return (
    <Field {...field} maxLength={200} {...kinds[kind]} {...inputs[key]} onChange={({ target }) => onChange(target.value)} />
  );
}
