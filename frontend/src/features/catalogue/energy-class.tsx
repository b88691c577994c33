import { useTranslation } from '../../i18n';
import type { EnergyClass, Product } from '../../api/types';

/** From the best class to the worst, as the label has them. */
const colours = ['#00a651', '#50b848', '#bfd730', '#fff200', '#fdb913', '#f37021', '#ed1c24'];

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
            <Arrow {...energy} />
            <span className="visually-hidden">{t('energy.class', { class: energy.class, best: energy.best, worst: energy.worst })}</span>
            <span>
              {told.length > 1 && `${name}: `}
              {t('energy.sheet')}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Where the arrow begins and ends: `A+++` takes more room than `A`. */
const shapes = { short: { from: 21, to: 76 }, long: { from: 29, to: 112 } };
const letterSizes = [26, 23, 20, 18];

/** The arrow of Delegated Regulation (EU) 2019/2015: the class, and beside it which there are. */
function Arrow({ class: own, best, worst, step }: EnergyClass) {
  const { from, to } = best.length > 1 ? shapes.long : shapes.short;
  const middle = (from - 1) / 2;
  return (
    <svg className="energy__arrow" viewBox={`0 0 ${to} 32`} aria-hidden="true" direction="ltr">
      <rect x="0.5" y="0.5" width={from - 2} height="31" fill="#fff" stroke="#000" />
      <g fontSize={best.length > 1 ? 7.5 : 10} fill="#000">
        <text x={middle} y="10.5">
          {best}
        </text>
        <path d={`M${middle} 12.5v8m-2.5-5.5 2.5-2.8 2.5 2.8`} fill="none" stroke="#000" strokeWidth="1.2" />
        <text x={middle} y="29.5">
          {worst}
        </text>
      </g>
      <path d={`M${from} .5H${to - 15}L${to - 0.5} 16 ${to - 15} 31.5H${from}z`} fill={colours[step]} stroke="#000" strokeWidth="0.7" />
      <text className="energy__letter" x={(from + to - 13) / 2} y="24" fontSize={letterSizes[own.length - 1]}>
        {own}
      </text>
    </svg>
  );
}
