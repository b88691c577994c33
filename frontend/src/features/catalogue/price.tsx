import type { Card } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';
import { EnergyMarks } from './energy-arrow';

type Props = {
  /** Cents to pay. */
  cents: number;
  /** Cents before the sale, struck through; nothing without a sale. */
  before: number | null | undefined;
  /** What the law wants beside it, as the server says it: what a litre costs, the days of the sale. */
  notes?: (string | false | null | undefined)[];
  /** The classes of energy efficiency, which must stand beside it. */
  energy?: Card['energy'];
  /** Others of the same product cost more. */
  isFrom?: boolean;
  large?: boolean;
};

export function Price({ cents, before, notes, energy, isFrom = false, large = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <p className={large ? 'price price--large' : 'price'}>
      {typeof before === 'number' && <span className="visually-hidden">{t('price.now')} </span>}
      {isFrom && <span className="price__from">{t('price.from')}</span>}
      <strong>{money(cents, lang)}</strong>
      {typeof before === 'number' && (
        <>
          {' '}
          <span className="visually-hidden">{t('price.before')} </span>
          <del>{money(before, lang)}</del>
        </>
      )}
      {notes?.map((note) => note && <small key={note}>{note}</small>)}
      <EnergyMarks told={energy} />
    </p>
  );
}
