// Days without office hours as the server writes them, `25-12 Navidad, 03-08-2026/21-08-2026 Vacaciones`, and as the
// rows of a form. What is still missing of a row is written as zeros, so that a row can be half filled in. The server
// reads and counts them the same way (src/holidays.rs, tests/cases/holidays.json).

import type { Closure } from '../../../api/types';

/** A row of the form: days as a date input has them, `2026-12-25`; the last is empty where it is only one day. */
export type Row = { first: string; last: string; yearly: boolean; name: string };

const nowhere = '00-00';
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** A day of the calendar, `days` after another. */
function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const yearOf = (day: string) => Number(day.slice(0, 4));
/** `12-25`, which sorts as the days of a year follow each other. */
const inYear = (day: string) => day.slice(5);

/** The rows of a text; those of every year with the year in which they end next. */
export function rowsOf(text: string, today: string): Row[] {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => rowOf(entry.trimStart(), today));
}

function rowOf(entry: string, today: string): Row {
  // The space a name ends with may be followed by its next word.
  const [, first = '', last = '', name = ''] = /^([\d-]*)(?:\/([\d-]*))? ?(.*)$/.exec(entry) ?? [];
  const yearly = first.length <= nowhere.length;
  if (!yearly) return { first: dated(first), last: dated(last), yearly, name };
  const end = turned(last || first);
  const year = yearOf(today) + (end < inYear(today) ? 1 : 0);
  const begin = last !== '' && turned(first) > end ? year - 1 : year;
  return { first: inThe(begin, first), last: last && inThe(year, last), yearly, name };
}

/** `25-12` as `12-25`. */
const turned = (day: string) => `${day.slice(3, 5)}-${day.slice(0, 2)}`;
const inThe = (year: number, day: string) => (day.startsWith(nowhere) ? '' : `${year}-${turned(day)}`);
const dated = (day: string) => (day === '' || day.startsWith(nowhere) ? '' : `${day.slice(6)}-${turned(day)}`);

/** The text of rows. A name keeps to its row: its commas become spaces. */
export const textOf = (rows: Row[]): string => rows.map(entryOf).join(', ');

function entryOf({ first, last, yearly, name }: Row): string {
  const written = (day: string) => {
    const [year = '0000', month = '00', dayOfMonth = '00'] = day === '' ? [] : day.split('-');
    return `${dayOfMonth}-${month}${yearly ? '' : `-${year}`}`;
  };
  const days = last === '' || last === first ? written(first) : `${written(first)}/${written(last)}`;
  return name === '' ? days : `${days} ${name.replaceAll(',', ' ')}`;
}

/** The row that ends before it begins, or lacks a day; `-1` when all are right. */
export const wrongRow = (rows: Row[]): number => rows.findIndex(({ first, last }) => first === '' || (last !== '' && last < first));

/** What is closed on `today` or on one of the `ahead` days after it, the next first. */
export function upcoming(text: string, today: string, ahead: number): Closure[] {
  const until = dayAfter(today, ahead);
  return rowsOf(text, today)
    .filter(({ first }) => first !== '')
    .flatMap(({ first, last, yearly, name }) => {
      const closed = { first, last: last || first, name };
      const again = (days: string) => `${yearOf(days) + 1}-${inYear(days)}`;
      return yearly ? [closed, { ...closed, first: again(closed.first), last: again(closed.last) }] : [closed];
    })
    .filter((closed) => closed.first <= until && closed.last >= today)
    .sort((a, b) => a.first.localeCompare(b.first) || a.last.localeCompare(b.last));
}

/** Today, as the firm's calendar has it. */
export function firmsToday(): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts();
  const part = (type: string) => Number(parts.find((own) => own.type === type)?.value);
  return `${part('year')}-${twoDigits(part('month'))}-${twoDigits(part('day'))}`;
}
