import { useTranslation } from '../../i18n';
import type { Product } from '../../api/types';
import { EnergyArrow } from './energy-arrow';

/** The classes of energy efficiency of a product, as they must stand beside its price; each leads to the sheet. */
export function EnergyClasses({ product: { attributes } }: { product: Product }) {
  const { t } = useTranslation();
  const told = attributes.flatMap(({ name, energy }) => (energy ? [{ name, energy }] : []));
  if (told.length === 0) return null;
  return (
    <ul className="energy">
      {told.map(({ name, energy }) => (
        <li key={name}>
          <a className="energy__link" href={energy.sheet ?? '#facts-title'}>
            <EnergyArrow {...energy} />
            <span>
              {told.length > 1 && `${name} · `}
              {t('energy.sheet')}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
