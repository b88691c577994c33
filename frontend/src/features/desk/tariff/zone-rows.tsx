import CirclePlus from 'lucide-react/icons/circle-plus';
import { useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import type { FieldErrors } from '../../account/use-form';
import { Section, withPart } from '../products/parts';
import { blankZone, type ZoneDraft } from './draft';
import { RowEnd } from './row-end';

type Props = { zones: ZoneDraft[]; onChange: (zones: ZoneDraft[]) => void; errors: FieldErrors };

/** What the journey costs, by where it goes to. */
export function ZoneRows({ zones, onChange, errors }: Props) {
  const { t } = useTranslation();
  const change = (key: string, part: Partial<ZoneDraft>) => onChange(withPart(zones, key, part));
  return (
    <Section title={t('desk.tariff.zones')} count={zones.length}>
      <p className="field__hint">{t('desk.tariff.zones_hint')}</p>
      <ul className="desk-tariff__rows">
        {zones.map((zone, at) => (
          <li key={zone.key} className="desk-tariff__row">
            <Field
              label={t('desk.tariff.zone_name')}
              required
              maxLength={120}
              autoComplete="off"
              dir="auto"
              name={`zones/${at}/name`}
              value={zone.name}
              error={errors[`zones/${at}/name`]}
              onChange={({ target }) => change(zone.key, { name: target.value })}
            />
            <Field
              label={t('desk.tariff.zone_postcodes')}
              hint={t('desk.tariff.zone_postcodes_hint')}
              required
              inputMode="text"
              dir="ltr"
              autoComplete="off"
              name={`zones/${at}/postcodes`}
              value={zone.postcodes}
              error={errors[`zones/${at}/postcodes`]}
              onChange={({ target }) => change(zone.key, { postcodes: target.value })}
            />
            <RowEnd part="zones" rows={zones} at={at} onChange={onChange} errors={errors} />
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={() => onChange([...zones, blankZone()])}>
        <CirclePlus aria-hidden="true" />
        {t('desk.tariff.zone_add')}
      </Button>
    </Section>
  );
}
