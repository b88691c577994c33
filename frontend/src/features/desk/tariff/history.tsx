import { useState } from 'react';
import { useResource, type Resource } from '../../../api/resource';
import type { DeskTariff, TariffVersion, TariffVersionList } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { money } from '../../../ui/format';
import { deskApi } from '../desk-paths';
import { Loaded } from '../desk-page';
import { useClock } from '../when';

/** Which prices were published when: no quote may exceed those of its day. */
export function History({ versions: list }: { versions: Resource<TariffVersionList> }) {
  const { t } = useTranslation();
  return (
    <section className="panel stack" aria-labelledby="tariff-history">
      <h2 className="panel__title" id="tariff-history">
        {t('desk.tariff.history')}
      </h2>
      <p className="muted">{t('desk.tariff.history_lead')}</p>
      <Loaded resource={list}>
        {({ versions }) =>
          versions.length === 0 ? (
            <p>{t('desk.tariff.history_none')}</p>
          ) : (
            <ul className="desk-rows">
              {versions.map((version) => (
                <li key={version.version} className="desk-row desk-person">
                  <Version version={version} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Version({ version: { version, saved_at: at, has_prices: hasPrices } }: { version: TariffVersion }) {
  const { t } = useTranslation();
  const clock = useClock();
  const [isOpen, setOpen] = useState(false);
  const title = t('desk.tariff.version', { version });
  return (
    <>
      <div className="desk-row__main">
        <strong>{title}</strong>
        <time className="muted" dateTime={at}>
          {t('desk.tariff.since', { at: clock.moment(at) })}
        </time>
        {!hasPrices && <span className="muted">{t('desk.tariff.withdrawn')}</span>}
      </div>
      {hasPrices && (
        <Button variant="secondary" aria-label={t('desk.tariff.open', { version: title })} onClick={() => setOpen(true)}>
          {t('desk.tariff.see_version')}
        </Button>
      )}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={title} closeLabel={t('common.close')}>
        {isOpen && <Prices version={version} />}
      </Dialog>
    </>
  );
}

function Prices({ version }: { version: number }) {
  const { t } = useTranslation();
  const lang = useLang();
  const answer = useResource<DeskTariff>(deskApi.tariffVersion(version));
  return (
    <Loaded resource={answer}>
      {({ prices }) => {
        const fixed = [
          { name: t('desk.tariff.call_out'), cents: prices.call_out_in_cents, isFrom: false },
          { name: t('desk.tariff.hour'), cents: prices.hour_in_cents, isFrom: false },
          { name: t('desk.tariff.night'), cents: prices.night_in_cents, isFrom: false },
          { name: t('desk.tariff.holiday'), cents: prices.holiday_in_cents, isFrom: false },
        ];
        const zones = prices.zones.map(({ name, postcodes, price_in_cents: cents }) => ({ name: `${name} (${postcodes.join(', ')})`, cents, isFrom: false }));
        const lines = [...prices.jobs, ...prices.parts].map(({ name, price_in_cents: cents, is_from: isFrom }) => ({ name, cents, isFrom }));
        return (
          <ul className="desk-facts">
            {[...fixed, ...zones, ...lines].map(
              ({ name, cents, isFrom }, at) =>
                typeof cents === 'number' && (
                  <li key={at}>
                    <bdi>{name}</bdi>
                    {isFrom && <span className="muted">{t('desk.tariff.is_from')}</span>}
                    <strong className="numeric">{money(cents, lang)}</strong>
                  </li>
                ),
            )}
          </ul>
        );
      }}
    </Loaded>
  );
}
