import { useTranslation } from '../../../i18n';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../../account/use-form';
import { FormRows } from '../form-rows';
import { blankZone, type ZoneDraft } from './draft';
import { PriceField } from './price-field';

type Props = { zones: ZoneDraft[]; onChange: (zones: ZoneDraft[]) => void; errors: FieldErrors };

/** What the journey costs, by where it goes to. */
export function ZoneRows({ zones, onChange, errors }: Props) {
  const { t } = useTranslation();
  return (
    <FormRows
      title={t('desk.tariff.zones')}
      hint={t('desk.tariff.zones_hint')}
      add={t('desk.tariff.zone_add')}
      blank={blankZone}
      nameOf={({ name }) => name}
      rows={zones}
      onChange={onChange}
      fields={({ name, postcodes }, at, change) => (
        <>
          <Field
            label={t('desk.tariff.zone_name')}
            required
            maxLength={120}
            autoComplete="off"
            dir="auto"
            name={`zones/${at}/name`}
            value={name}
            error={errors[`zones/${at}/name`]}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Field
            label={t('desk.tariff.zone_postcodes')}
            hint={t('desk.tariff.zone_postcodes_hint')}
            required
            inputMode="text"
            dir="ltr"
            autoComplete="off"
            name={`zones/${at}/postcodes`}
            value={postcodes}
            error={errors[`zones/${at}/postcodes`]}
            onChange={({ target }) => change({ postcodes: target.value })}
          />
        </>
      )}
      last={({ price }, at, change) => <PriceField part="zones" at={at} value={price} onChange={change} errors={errors} />}
    />
  );
}
