// Opening hours as the server writes them, `Mo-Fr 08:00-18:00, Sa 09:00-13:00`, and as a week of days. Times that are
// still missing are empty, so that a week can be written down half filled in.

import type { Opening } from '../../../api/types';

export type Span = { opens: string; closes: string };

/** Seven days from Monday on; one without spans is closed. */
export type Week = Span[][];

const names = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

export function weekOf(text: string): Week {
  const week: Week = names.map(() => []);
  for (const period of text.split(',')) {
    const [, first = '', last = first, opens = '', closes = ''] = /^ *(\w\w)(?:-(\w\w))? ([\d:]*)-([\d:]*) *$/.exec(period) ?? [];
    for (let day = names.indexOf(first); day >= 0 && day <= names.indexOf(last); day += 1) week[day]?.push({ opens, closes });
  }
  return week;
}

/** Days in a row that open alike, with their first and last. */
function runsOf(week: Week): { first: number; last: number; spans: Span[] }[] {
  const runs: { first: number; last: number; spans: Span[] }[] = [];
  week.forEach((spans, day) => {
    const before = runs.at(-1);
    if (before && JSON.stringify(before.spans) === JSON.stringify(spans)) before.last = day;
    else runs.push({ first: day, last: day, spans });
  });
  return runs;
}

export function textOf(week: Week): string {
  const periods = runsOf(week).flatMap(({ first, last, spans }) => {
    const days = first === last ? names[first] : `${names[first]}-${names[last]}`;
    return spans.map(({ opens, closes }) => `${days} ${opens}-${closes}`);
  });
  return periods.join(', ');
}

/** As the pages of the site are told, what is still missing left out. */
export const openingsOf = (text: string): Opening[] =>
  runsOf(weekOf(text)).flatMap(({ first, last, spans }) =>
    spans.filter(isWhole).map((span) => ({ first_day: first, last_day: last, ...span })),
  );

const isWhole = ({ opens, closes }: Span) => opens !== '' && closes !== '';

/** Where a week cannot be: a time that ends before it begins, or begins before the one above has ended. */
export function wrongSpan(week: Week): { day: number; span: number } | null {
  for (const [day, spans] of week.entries()) {
    const span = spans.findIndex((own, at) => isWhole(own) && (own.opens >= own.closes || own.opens < (spans[at - 1]?.closes ?? '')));
    if (span >= 0) return { day, span };
  }
  return null;
}
