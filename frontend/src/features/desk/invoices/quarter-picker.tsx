import { useNavigate } from 'react-router';
import { useTranslation } from '../../../i18n';
import { SelectField } from '../../../ui/text-field';
import { useListQuery } from '../use-list-query';

type Props = { quarters: string[]; shown: string };

/** Another quarter at one choice; the current one has nothing in the address. */
export function QuarterPicker({ quarters, shown }: Props) {
  const { t } = useTranslation();
  const { to } = useListQuery();
  const navigate = useNavigate();
  // One that an address names may have no invoices.
  const all = quarters.includes(shown) ? quarters : [shown, ...quarters];
  const nameOf = (quarter: string) => {
    const [year, nth] = quarter.split('-');
    return t(`desk.invoices.nth.${nth}`, { year });
  };
  const choose = (quarter: string) =>
    void navigate(to({ quarter: quarter === quarters[0] ? '' : quarter }), { state: { keepScroll: true } });
  return (
    <SelectField
      className="desk-quarter"
      label={t('desk.invoices.quarter')}
      value={shown}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {all.map((quarter) => (
        <option key={quarter} value={quarter}>
          {nameOf(quarter)}
        </option>
      ))}
    </SelectField>
  );
}
