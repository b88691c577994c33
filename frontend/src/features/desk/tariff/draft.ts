// The table of prices while it is written: amounts as they are typed, parts with keys of their own. Pure.

import type { DeskPrices, TariffForm, TariffLine } from '../../../api/types';
import type { Lang } from '../../../languages';
import { centsOf, typed } from '../cents';

export type ZoneDraft = { key: string; name: string; postcodes: string; price: string };
export type LineDraft = { key: string; name: string; texts: Record<string, string>; price: string; isFrom: boolean };

export type Draft = {
  callOut: string;
  hour: string;
  night: string;
  holiday: string;
  zones: ZoneDraft[];
  jobs: LineDraft[];
  /** Whether the call-out is in the prices of the jobs; nothing while that is not said. */
  callOutInJobs: boolean | null;
  surchargesInJobs: boolean | null;
  parts: LineDraft[];
};

let made = 0;
const newKey = () => `new-${(made += 1)}`;

export const blankZone = (): ZoneDraft => ({ key: newKey(), name: '', postcodes: '', price: '' });
export const blankLine = (): LineDraft => ({ key: newKey(), name: '', texts: {}, price: '', isFrom: false });

export function draftOf(prices: DeskPrices, lang: Lang): Draft {
  const amount = (cents: number | null | undefined) => typed(cents, lang);
  const lines = (all: TariffLine[], part: string) =>
    all.map(({ name, texts = {}, price_in_cents: cents, is_from: isFrom = false }, n): LineDraft => ({
      key: `${part}-${n}`,
      name,
      texts: { ...texts },
      price: amount(cents),
      isFrom: isFrom === true,
    }));
  return {
    callOut: amount(prices.call_out_in_cents),
    hour: amount(prices.hour_in_cents),
    night: amount(prices.night_in_cents),
    holiday: amount(prices.holiday_in_cents),
    zones: prices.zones.map(({ name, postcodes, price_in_cents: cents }, n) => ({
      key: `zone-${n}`,
      name,
      postcodes: postcodes.join(' '),
      price: amount(cents),
    })),
    jobs: lines(prices.jobs, 'job'),
    callOutInJobs: prices.jobs_include_call_out ?? null,
    surchargesInJobs: prices.jobs_include_surcharges ?? null,
    parts: lines(prices.parts, 'part'),
  };
}

/** What is sent; an amount that cannot be read is -1, which the server refuses where it stands. */
export function bodyOf({ callOut, hour, night, holiday, zones, jobs, callOutInJobs, surchargesInJobs, parts }: Draft, version: number): TariffForm {
  const optional = (text: string) => (text.trim() === '' ? null : (centsOf(text) ?? -1));
  const price = (text: string) => centsOf(text) ?? -1;
  const lines = (all: LineDraft[]) =>
    all.map(({ name, texts, price: amount, isFrom }) => ({
      name,
      texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
      price_in_cents: price(amount),
      is_from: isFrom,
    }));
  return {
    version,
    call_out_in_cents: optional(callOut),
    hour_in_cents: optional(hour),
    night_in_cents: optional(night),
    holiday_in_cents: optional(holiday),
    zones: zones.map(({ name, postcodes, price: amount }) => ({
      name,
      postcodes: postcodes.split(/[\s,;]+/).filter(Boolean),
      price_in_cents: price(amount),
    })),
    jobs: lines(jobs),
    jobs_include_call_out: callOutInJobs,
    jobs_include_surcharges: surchargesInJobs,
    parts: lines(parts),
  };
}

/** The names of inputs whose amount cannot be read. */
export const wrongAmounts = (values: Record<string, string>): string[] =>
  Object.entries(values)
    .filter(([name, text]) => name.endsWith('_in_cents') && text !== '' && centsOf(text) === null)
    .map(([name]) => name);

/** Whether two drafts say the same. */
export const isSame = (one: Draft, other: Draft) => JSON.stringify(bodyOf(one, 0)) === JSON.stringify(bodyOf(other, 0));
