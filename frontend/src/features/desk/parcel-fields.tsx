import type { ComponentProps } from 'react';
import type { Carrier } from '../../api/types';
import { useTranslation } from '../../i18n';
import { Field } from '../../ui/field';
import { SelectField } from '../../ui/text-field';
import { carrierName } from './log-detail';

type CarrierProps = { carriers: Carrier[]; value: Carrier; onChoose: (carrier: Carrier) => void; error?: string };

/** Who brings it. */
export function CarrierField({ carriers, value, onChoose, error }: CarrierProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('desk.order.carrier')}
      name="carrier"
      value={value}
      onChange={(event) => onChoose(event.target.value as Carrier)}
      error={error}
    >
      {carriers.map((each) => (
        <option key={each} value={each}>
          {carrierName(each, t)}
        </option>
      ))}
    </SelectField>
  );
}

/** The carrier's number, as it stands on a label. */
export const TrackingField = (field: ComponentProps<typeof Field>) => (
  <Field maxLength={60} autoComplete="off" autoCapitalize="characters" spellCheck={false} dir="ltr" {...field} />
);
