import CirclePlus from 'lucide-react/icons/circle-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from '../../../i18n';
import { Button, IconButton } from '../../../ui/button';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../../account/use-form';
import { firmsToday, rowsOf, textOf, wrongRow, type Row } from './holidays';

const rowName = (at: number, part: keyof Row) => `closed_${at}_${part}`;

/** What is wrong with the days, at the input where it is. */
export function holidayErrors(text: string, message: string): FieldErrors {
  const rows = rowsOf(text, firmsToday());
  const at = wrongRow(rows);
  return at < 0 ? {} : { [rowName(at, rows[at]?.first === '' ? 'first' : 'last')]: message };
}

type Props = { name: string; value: string; onChange: (value: string) => void; errors: FieldErrors };

/** The days the office stays closed, a row for each time. */
export function HolidaysField({ name, value, onChange, errors }: Props) {
  const { t } = useTranslation();
  const rows = rowsOf(value, firmsToday());
  const change = (at: number, part: Partial<Row>) => onChange(textOf(rows.map((row, other) => (other === at ? { ...row, ...part } : row))));
  return (
    <fieldset className="desk-closed">
      <legend className="field__label">{t('desk.settings.key.hours.holidays')}</legend>
      <p className="field__hint">{t('desk.settings.hint.hours.holidays')}</p>
      <input type="hidden" name={name} value={value} />
      {rows.length > 0 && (
        <ul className="desk-closed__rows">
          {rows.map((row, at) => (
            <li key={at} className="desk-closed__row">
              <Field
                label={t('desk.settings.closed_first')}
                type="date"
                required
                name={rowName(at, 'first')}
                value={row.first}
                error={errors[rowName(at, 'first')]}
                onChange={({ target }) => change(at, { first: target.value })}
              />
              <Field
                label={t('desk.settings.closed_last')}
                type="date"
                name={rowName(at, 'last')}
                value={row.last}
                error={errors[rowName(at, 'last')]}
                onChange={({ target }) => change(at, { last: target.value })}
              />
              <Field
                label={t('desk.settings.closed_name')}
                maxLength={40}
                autoComplete="off"
                name={rowName(at, 'name')}
                value={row.name}
                onChange={({ target }) => change(at, { name: target.value })}
              />
              <label className="desk-check">
                <input type="checkbox" checked={row.yearly} onChange={({ target }) => change(at, { yearly: target.checked })} />
                <span>{t('desk.settings.closed_yearly')}</span>
              </label>
              <IconButton
                label={t('desk.settings.closed_remove', { name: row.name || row.first })}
                onClick={() => onChange(textOf(rows.filter((_, other) => other !== at)))}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" onClick={() => onChange(textOf([...rows, { first: '', last: '', yearly: false, name: '' }]))}>
        <CirclePlus aria-hidden="true" />
        {t('desk.settings.closed_add')}
      </Button>
      {errors[name] && <p className="field__error">{errors[name]}</p>}
    </fieldset>
  );
}
