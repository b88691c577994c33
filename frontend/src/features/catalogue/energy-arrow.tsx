import { useTranslation } from '../../i18n';
import type { Card, EnergyClass } from '../../api/types';

/** From the best class to the worst, as the label has them. */
const colours = ['#00a651', '#50b848', '#bfd730', '#fff200', '#fdb913', '#f37021', '#ed1c24'];
/** Where the arrow begins and ends: `A+++` takes more room than `A`. */
const shapes = { short: { from: 21, to: 76 }, long: { from: 29, to: 112 } };
const letterSizes = [26, 23, 20, 18];
const height = 32;

/** The classes beside the price of a card, whose link leads to their sheets. */
export function EnergyMarks({ told }: { told: Card['energy'] }) {
  return told?.map(
    ({ name, energy }) =>
      energy && (
        <span className={told.length > 1 ? 'energy__mark energy__mark--named' : 'energy__mark'} key={name}>
          {told.length > 1 && <span>{name}</span>}
          <EnergyArrow {...energy} />
        </span>
      ),
  );
}

/** The arrow of Delegated Regulation (EU) 2019/2015: the class, as large as the text around it, and beside it which there are. */
export function EnergyArrow({ class: own, best, worst, step }: EnergyClass) {
  const { t } = useTranslation();
  const { from, to } = best.length > 1 ? shapes.long : shapes.short;
  const middle = (from - 1) / 2;
  const letterSize = letterSizes[own.length - 1] ?? height;
  return (
    <>
      <svg
        className="energy__arrow"
        viewBox={`0 0 ${to} ${height}`}
        height={`${(height / letterSize).toFixed(2)}em`}
        fontFamily="Calibri, Carlito, sans-serif"
        fontWeight="700"
        textAnchor="middle"
        direction="ltr"
        aria-hidden="true"
      >
        <path d={`M.5.5h${from - 2}v31H.5zM${middle} 12.5v8m-2.5-5.2 2.5-2.8 2.5 2.8`} fill="#fff" stroke="#000" />
        <g fontSize={best.length > 1 ? 7.5 : 10}>
          <text x={middle} y="10.5">
            {best}
          </text>
          <text x={middle} y="29.5">
            {worst}
          </text>
        </g>
        <path d={`M${from} .5H${to - 15}L${to - 0.5} 16 ${to - 15} 31.5H${from}z`} fill={colours[step]} stroke="#000" />
        <text x={(from + to - 13) / 2} y="24" fontSize={letterSize} fill="#fff" stroke="#000" paintOrder="stroke">
          {own}
        </text>
      </svg>
      <span className="visually-hidden">{t('energy.class', { class: own, best, worst })}</span>
    </>
  );
}
