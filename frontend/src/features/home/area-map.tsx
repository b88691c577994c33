import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { useAlive } from '../../ui/use-alive';
import { outline, river, shore, towns } from './baix-llobregat';

/** Names without accents and articles of spelling, to compare. */
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** The Baix Llobregat with the places the firm works in; nothing for a firm that works elsewhere. Drawn in the browser alone. */
export function AreaMap() {
  const { t } = useTranslation();
  const { area } = useSite();
  const served = new Set(area.map(plain));
  const shown = towns.filter(({ name }) => served.has(plain(name)));
  const isAlive = useAlive();
  if (shown.length < 2) return null;
  return (
    <div className="area-map">
      {isAlive && (
        <svg viewBox="-70 -8 380 388" role="img" aria-label={t('proof.map', { places: shown.map(({ name }) => name).join(t('common.comma')) })}>
          <path className="area-map__sea" d={shore} />
          <path className="area-map__land" d={outline} />
          <path className="area-map__river" d={river} />
          {towns.map(({ name, x, y }) => (
            <circle key={name} className="area-map__town" cx={x} cy={y} r={2.5} />
          ))}
          {shown.map(({ name, x, y, side = 1 }) => (
            <g key={name} className="area-map__served">
              <circle cx={x} cy={y} r={6} />
              <text x={x + 11 * side} y={y + 4.5} textAnchor={side === 1 ? 'start' : 'end'}>
                {name}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}
