import { Link } from 'react-router';
import type { ApiError } from '../../api/client';
import { errorText } from '../../api/problem';
import { useResource } from '../../api/resource';
import type { PriceNow as Price, TariffAnswer } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { longDate, money, timeOfDay } from '../../ui/format';
import { jobsAnchor, tariffApi } from './tariff-api';

/** What it costs to call somebody out now, and what that is made of. */
export function PriceAnswer({ price }: { price: Price }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { postcode, at, lines, total_in_cents: total, is_instead: isInstead, changes_at: changesAt, changes_to_in_cents: changesTo } = price;
  const surcharge = lines.find(({ kind }) => kind === 'night' || kind === 'holiday');
  const why = surcharge === undefined ? 'none' : surcharge.kind === 'night' ? 'night' : surcharge.name ? 'holiday' : 'sunday';
  // As the server writes moments: `2026-11-23 22:15:00`.
  const onFirmClock = (local: string) => ({ day: longDate(local.slice(0, 10), t), time: timeOfDay(local.slice(11, 16), t) });
  const changes = changesAt?.slice(0, 10) === at.slice(0, 10) ? 'tariff.changes_today' : 'tariff.changes';
  return (
    <div className="stack" role="status">
      <p className="price-now__total">{money(total, lang)}</p>
      <p>
        {t(`tariff.why.${why}`, { name: surcharge?.name ?? '' })} {isInstead && t('tariff.why.instead')}
      </p>
      <table className="prices">
        <caption>{t('tariff.made_of', { postcode })}</caption>
        <tbody>
          {lines.map(({ kind, name, price_in_cents: cents }) => (
            <tr key={kind}>
              <th scope="row">
                {t(`tariff.${kind === 'hour' ? 'first_hour' : kind}`)}
                {name && (
                  <small>
                    <bdi>{name}</bdi>
                  </small>
                )}
              </th>
              <td>{cents === 0 ? t('tariff.free') : money(cents, lang)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('tariff.total')}</th>
            <td>{money(total, lang)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="muted">
        {t('tariff.at', onFirmClock(at))}{' '}
        {changesAt && typeof changesTo === 'number' && t(changes, { ...onFirmClock(changesAt), price: money(changesTo, lang) })}
      </p>
    </div>
  );
}

/** Leads to the prices of jobs, one of which may be lower; nothing where none are published. */
export function JobsLink() {
  const { t } = useTranslation();
  const jobs = useResource<TariffAnswer>(tariffApi.prices(useLang())).data?.tariff?.jobs ?? [];
  if (jobs.length === 0) return null;
  return (
    <p>
      <Link to={`${paths.tariff}#${jobsAnchor}`}>{t('tariff.see_jobs')}</Link>
    </p>
  );
}

/** Why there is none. */
export function NoPrice({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  return (
    <p className="notice" role="status">
      {errorText(t, error)}
    </p>
  );
}
