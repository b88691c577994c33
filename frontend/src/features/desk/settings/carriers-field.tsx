import type { ReactNode } from 'react';
import type { Carrier } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { SelectField } from '../../../ui/text-field';
import type { FieldErrors } from '../../account/use-form';
import { carrierName } from '../log-detail';

/** All that the server knows. */
const carriers: Carrier[] = ['correos', 'seur', 'mrw', 'gls', 'own_van', 'pick_up'];

type Props = { label: ReactNode; name: string; value: string; onChange: (value: string) => void; errors: FieldErrors };

/** Who brings the parcels, each on a line of `value`, the usual one first. */
export function CarriersField({ label, name, value, onChange, errors }: Props) {
  const { t } = useTranslation();
  const chosen = value.split('\n').filter((code) => code !== '');
  const toggle = (code: string) => onChange((chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code]).join('\n'));
  return (
    <fieldset className="desk-carriers">
      <legend className="field__label">{label}</legend>
      {carriers.map((code) => (
        <label key={code} className="desk-check">
          <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code)} />
          <bdi>{carrierName(code, t)}</bdi>
        </label>
      ))}
      <SelectField
        label={t('desk.settings.carrier_usual')}
        name={name}
        required
        value={chosen[0] ?? ''}
        error={errors[name]}
        onChange={({ target }) => onChange([target.value, ...chosen.filter((code) => code !== target.value)].join('\n'))}
      >
        {chosen.map((code) => (
          <option key={code} value={code}>
            {carrierName(code, t)}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
