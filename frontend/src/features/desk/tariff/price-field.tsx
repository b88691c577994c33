import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../../account/use-form';

type Props = { part: 'zones' | 'jobs' | 'parts'; at: number; value: string; onChange: (row: { price: string }) => void; errors: FieldErrors };

/** What a row of the table costs. */
export function PriceField({ part, at, value, onChange, errors }: Props) {
  const { t } = useTranslation();
  const field = `${part}/${at}/price_in_cents`;
  return (
    <Field
      label={t('desk.tariff.price')}
      required
      inputMode="decimal"
      dir="ltr"
      maxLength={12}
      autoComplete="off"
      name={field}
      value={value}
      error={errors[field]}
      onChange={({ target }) => onChange({ price: target.value })}
    />
  );
}
