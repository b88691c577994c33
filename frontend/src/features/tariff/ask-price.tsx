import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../api/problem';
import { useResource } from '../../api/resource';
import { useSite } from '../../api/site';
import type { PriceNow as Price } from '../../api/types';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { needSections } from '../../sections';
import { applyWholeStyle } from '../../style';
import { Spinner } from '../../ui/spinner';
import { PriceNowForm } from './price-now-form';
import { tariffApi } from './tariff-api';

/** Its texts and looks are no part of the first page. */
async function later() {
  const [module] = await Promise.all([import('../../later'), needSections(['rating']), applyWholeStyle()]);
  return module;
}

const Answer = lazy(async () => ({ default: (await later()).PriceAnswer }));
const None = lazy(async () => ({ default: (await later()).NoPrice }));
// With an answer the rest has come.
const Jobs = lazy(async () => ({ default: (await import('../../later')).JobsLink }));

/** What calling somebody out costs now, asked and answered where emergencies are spoken of; nothing while no prices are published. */
export function AskPrice({ Title }: { Title: 'h2' | 'h4' }) {
  const { t } = useTranslation();
  const { tariff } = useSite();
  const [postcode, setPostcode] = useState('');
  const { data, error, loading, reload } = useResource<Price>(postcode === '' ? null : tariffApi.now(postcode));
  const isMistyped = error?.code === 'validation_failed';
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMistyped) box.current?.querySelector<HTMLInputElement>('[name="postcode"]')?.focus();
  }, [error, isMistyped]);
  if (!tariff) return null;
  const waiting = <Spinner label={t('common.loading')} />;
  // The same question has another answer at another hour.
  const ask = (asked: string) => (asked === postcode ? void reload() : setPostcode(asked));
  return (
    <div className={Title === 'h2' ? 'panel stack' : 'price-now'} ref={box}>
      <Title className="price-now__title">{t('price_now.title')}</Title>
      <p className="muted">{t('price_now.lead')}</p>
      <PriceNowForm onAsk={ask} error={isMistyped ? errorText(t, error) : undefined} />
      {loading && waiting}
      {error && !isMistyped && (
        <Suspense fallback={waiting}>
          <InView of={error}>
            <None error={error} />
          </InView>
        </Suspense>
      )}
      {data && (
        <Suspense fallback={waiting}>
          <InView of={data}>
            <Answer price={data} />
            <Jobs />
          </InView>
        </Suspense>
      )}
      <p>
        <Link to={paths.tariff}>{t('price_now.all')}</Link>
      </p>
    </div>
  );
}

/** What was asked for may lie below the screen. */
function InView({ of, children }: { of: unknown; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // It may answer a promise, which is nothing to clean up with.
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [of]);
  return (
    <div className="stack" ref={box}>
      {children}
    </div>
  );
}
