import { errorText } from '../../api/problem';
import { useResource } from '../../api/resource';
import type { PriceNow as Price } from '../../api/types';
import { EmergencyCall } from '../../emergency-call';
import { useTranslation } from '../../i18n';
import { Spinner } from '../../ui/spinner';
import { NoPrice, PriceAnswer } from './price-answer';
import { PriceNowForm } from './price-now-form';
import { jobsAnchor, tariffApi } from './tariff-api';

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
      {error && !isMistyped && <NoPrice error={error} />}
      {data && <PriceAnswer price={data} />}
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
