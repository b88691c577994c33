import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../../account/use-form';
import { moved, Tools, withPart } from '../products/parts';
import type { LineDraft, ZoneDraft } from './draft';

type Props<Row> = { part: 'zones' | 'jobs' | 'parts'; rows: Row[]; at: number; onChange: (rows: Row[]) => void; errors: FieldErrors };

/** What every row of the table ends with: its price, and the buttons that move and remove it. */
export function RowEnd<Row extends LineDraft | ZoneDraft>({ part, rows, at, onChange, errors }: Props<Row>) {
  const { t } = useTranslation();
  const row = rows[at];
  if (!row) return null;
  const field = `${part}/${at}/price_in_cents`;
  return (
    <div className="desk-tariff__end">
      <Field
        label={t('desk.tariff.price')}
        required
        inputMode="decimal"
        dir="ltr"
        maxLength={12}
        autoComplete="off"
        name={field}
        value={row.price}
        error={errors[field]}
        onChange={({ target }) => onChange(withPart(rows, row.key, { price: target.value } as Partial<Row>))}
      />
      <Tools
        name={row.name || t('desk.tariff.unnamed', { n: at + 1 })}
        at={at}
        of={rows.length}
        onMove={(to) => onChange(moved(rows, at, to))}
        onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
      />
    </div>
  );
}
