import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { useAlive } from '../../ui/use-alive';
import { dot, gap, letters, viewOf } from './area-view';
import { river, shore, towns } from './baix-llobregat';

/** Names without accents and articles of spelling, to compare. */
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/**
 * The places the firm works in, near enough to read, with the river between them; nothing for a firm that works elsewhere
 * than in the Baix Llobregat. Drawn in the browser alone.
 */
export function AreaMap() {
  const { t } = useTranslation();
  const { area } = useSite();
  const served = new Set(area.map(plain));
  const shown = towns.filter(({ name }) => served.has(plain(name)));
  const isAlive = useAlive();
  if (shown.length < 2) return null;
  const { viewBox, scale, towns: placed } = viewOf(shown);
  return (
    <div className="area-map">
      {isAlive && (
        <svg viewBox={viewBox} fontSize={letters * scale} role="img" aria-label={t('proof.map', { places: shown.map(({ name }) => name).join(t('common.comma')) })}>
          <path className="area-map__sea" d={shore} />
          <path className="area-map__river" d={river} strokeWidth={3 * scale} />
          {placed.map(({ name, x, y }) => (
            <circle key={name} className="area-map__dot" cx={x} cy={y} r={dot * scale} strokeWidth={2 * scale} />
          ))}
          {placed.map(
            ({ name, x, y, named }) =>
              named && (
                <text
                  key={name}
                  className="area-map__name"
                  x={x + gap * scale * named}
                  y={y + (letters / 3) * scale}
                  strokeWidth={6 * scale}
                  textAnchor={named === 1 ? 'start' : 'end'}
                >
                  {name}
                </text>
              ),
          )}
        </svg>
      )}
    </div>
  );
}
