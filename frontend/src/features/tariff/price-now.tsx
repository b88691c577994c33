import { errorText } from '../../api/problem';
import { useResource } from '../../api/resource';
import type { PriceNow as Price } from '../../api/types';
import { EmergencyCall } from '../../emergency-call';
import { useLang, useTranslation } from '../../i18n';
import { money } from '../../ui/format';
import { Spinner } from '../../ui/spinner';
import { dayOf, timeOf } from './local-time';
import { PriceNowForm } from './price-now-form';
import { jobsAnchor } from './price-tables';
import { tariffApi } from './tariff-api';

/** What it costs to call somebody out now: the question, and the answer with what it is made of. */
export function PriceNow({ postcode, hasJobs }: { postcode: string; hasJobs: boolean }) {
  const { t } = useTranslation();
  const { data, error, loading } = useResource<Price>(postcode === '' ? null : tariffApi.now(postcode));
  const isMistyped = error?.code === 'validation_failed';
  return (
    <section className="panel stack" id="ahora" tabIndex={-1} aria-labelledby="now-title">
      <h2 className="panel__title" id="now-title">
        {t('price_now.title')}
      </h2>
      <p className="muted">{t('price_now.lead')}</p>
      <PriceNowForm key={postcode} postcode={postcode} error={isMistyped ? errorText(t, error) : undefined} />
      {loading && <Spinner label={t('common.loading')} />}
      {error && !isMistyped && (
        <p className="notice" role="status">
          {errorText(t, error)}
        </p>
      )}
      {data && <Answer price={data} />}
      {data && hasJobs && (
        <p>
          <a href={`#${jobsAnchor}`}>{t('tariff.see_jobs')}</a>
        </p>
      )}
      {(data ?? error) && (
        <p>
          <EmergencyCall text={t('tariff.call')} />
        </p>
      )}
    </section>
  );
}

function Answer({ price }: { price: Price }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { postcode, at, lines, total_in_cents: total, is_instead: isInstead, changes_at: changesAt, changes_to_in_cents: changesTo } = price;
  const surcharge = lines.find(({ kind }) => kind === 'night' || kind === 'holiday');
  const why = surcharge === undefined ? 'none' : surcharge.kind === 'night' ? 'night' : surcharge.name ? 'holiday' : 'sunday';
  return (
    <div className="stack" role="status">
      <p className="price-now__total">
        <bdi>{money(total, lang)}</bdi>
      </p>
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
        {t('tariff.at', { day: dayOf(at), time: timeOf(at) })}{' '}
        {changesAt && typeof changesTo === 'number' && t('tariff.changes', { day: dayOf(changesAt), time: timeOf(changesAt), price: money(changesTo, lang) })}
      </p>
    </div>
  );
}
