// Opening hours as the server tells them, and as a week of days. Times that are still missing are empty, so that a week
// can be kept half filled in.

import type { Opening } from '../../../api/types';

export type Span = Pick<Opening, 'opens' | 'closes'>;

/** Seven days from Monday on; one without spans is closed. */
export type Week = Span[][];

export const weekOf = (openings: Opening[]): Week =>
  Array.from({ length: 7 }, (_, day) =>
    openings
      .filter(({ first_day: first, last_day: last }) => first <= day && day <= last)
      .map(({ opens, closes }) => ({ opens, closes })),
  );

/** Days in a row that open alike are told as one. */
export function openingsOf(week: Week): Opening[] {
  const runs: { first: number; last: number; spans: Span[] }[] = [];
  week.forEach((spans, day) => {
    const before = runs.at(-1);
    if (before && JSON.stringify(before.spans) === JSON.stringify(spans)) before.last = day;
    else runs.push({ first: day, last: day, spans });
  });
  return runs.flatMap(({ first, last, spans }) => spans.map((span) => ({ first_day: first, last_day: last, ...span })));
}

/** A week as the value of a field, and back. */
export const valueOf = (week: Week): string => JSON.stringify(week);
export const weekIn = (value: string): Week => JSON.parse(value) as Week;

/** Whether both times are there. */
export const isWhole = ({ opens, closes }: Span) => opens !== '' && closes !== '';

/** Where a week cannot be: a time that ends before it begins, or begins before the one above has ended. */
export function wrongSpan(week: Week): { day: number; span: number } | null {
  for (const [day, spans] of week.entries()) {
    const span = spans.findIndex((own, at) => isWhole(own) && (own.opens >= own.closes || own.opens < (spans[at - 1]?.closes ?? '')));
    if (span >= 0) return { day, span };
  }
  return null;
}
