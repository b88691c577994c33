import type { ReactNode } from 'react';
import type { ShownTariff } from '../../api/types';
import { useLang, useTranslation } from '../../i18n';
import { money, withUnits } from '../../ui/format';
import { jobsAnchor } from './tariff-api';

type Row = { key: string; name: ReactNode; note?: ReactNode; price: ReactNode };

/** All prices, a table for each kind of them. */
export function PriceTables({ tariff }: { tariff: ShownTariff }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { jobs_include_call_out: included, jobs_include_surcharges: isSame, call_out_in_cents: callOut, hour_in_cents: hour, night_in_cents: night, holiday_in_cents: holiday } = tariff;
  const more = (cents: number) => t('tariff.more', { price: money(cents, lang) });
  const work: Row[] = [
    { key: 'call_out', name: t('tariff.call_out'), price: callOut === 0 ? t('tariff.free') : money(callOut, lang) },
    { key: 'hour', name: t('tariff.hour'), price: money(hour, lang) },
    ...(typeof night === 'number' ? [{ key: 'night', name: t('tariff.night'), note: t('tariff.night_note'), price: more(night) }] : []),
    ...(typeof holiday === 'number' ? [{ key: 'holiday', name: t('tariff.holiday'), note: t('tariff.holiday_note'), price: more(holiday) }] : []),
  ];
  const places = tariff.zones.flatMap(({ postcodes }) => postcodes);
  /** A postcode, or the first digits of many, of which some may cost something else. */
  const inWords = (digits: string) => {
    if (digits.length === 5) return digits;
    const hasOthers = places.some((place) => place !== digits && place.startsWith(digits));
    return t(hasOthers ? 'tariff.postcodes_rest' : 'tariff.postcodes_from', { digits });
  };
  const travel = tariff.zones.map((zone): Row => ({
    key: zone.name,
    name: <bdi>{withUnits(zone.name)}</bdi>,
    note: t('tariff.postcodes', { postcodes: zone.postcodes.map(inWords).join(t('common.comma')) }),
    price: zone.price_in_cents === 0 ? t('tariff.free') : money(zone.price_in_cents, lang),
  }));
  const lines = (all: ShownTariff['jobs'], freeNote?: string) =>
    all.map(({ name, price_in_cents: cents, is_from: isFrom }): Row => ({
      key: name,
      name: <bdi>{withUnits(name)}</bdi>,
      note: cents === 0 && !isFrom && freeNote,
      price: isFrom ? t('tariff.from', { price: money(cents, lang) }) : cents === 0 ? t('tariff.free') : money(cents, lang),
    }));
  const aboutJobs = [
    ...(callOut > 0 && typeof included === 'boolean'
      ? [included ? t('tariff.jobs_with_call_out') : t('tariff.jobs_without_call_out', { price: money(callOut, lang) })]
      : []),
    ...(work.length > 2 && typeof isSame === 'boolean' ? [t(isSame ? 'tariff.jobs_always' : 'tariff.jobs_more')] : []),
    ...(tariff.zones.length > 0 ? [t('tariff.jobs_travel')] : []),
  ];
  return (
    <>
      <Prices title={t('tariff.work')} rows={work} />
      <Prices title={t('tariff.travel')} rows={travel} none={t('tariff.travel_none')} />
      <Prices title={t('tariff.jobs')} id={jobsAnchor} rows={lines(tariff.jobs, t('tariff.free_job'))}>
        {tariff.jobs.length > 0 && aboutJobs.length > 0 && <p className="muted">{aboutJobs.join(' ')}</p>}
      </Prices>
      <Prices title={t('tariff.parts')} rows={lines(tariff.parts)}>
        <p className="muted">{t('tariff.parts_note')}</p>
      </Prices>
    </>
  );
}

type Props = { title: string; id?: string; rows: Row[]; none?: string; children?: ReactNode };

/** A table of prices; without any, what is said instead. */
function Prices({ title, id, rows, none, children }: Props) {
  if (rows.length === 0 && !none && !children) return null;
  return (
    <section className="panel stack" id={id}>
      {rows.length === 0 ? (
        <>
          <h2 className="panel__title">{title}</h2>
          {none && <p>{none}</p>}
        </>
      ) : (
        <table className="prices">
          <caption>{title}</caption>
          <tbody>
            {rows.map(({ key, name, note, price }, at) => (
              <tr key={`${at} ${key}`}>
                <th scope="row">
                  {name}
                  {note && <small>{note}</small>}
                </th>
                <td>{price}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </section>
  );
}
