// What an entry of the log says, in words. Pure.

import type { Carrier, LogEntry } from '../../api/types';
import { languages, type Lang } from '../../languages';
import type { TFunction } from '../../translation';
import { money } from '../../ui/format';
import { brands } from '../orders/tracking';

/** Where the words of a value stand, by the name of the fact. */
const worded: Record<string, (value: string) => string> = {
  carrier: (value) => `desk.carrier.${value}`,
  mail: (value) => `desk.mail.kind.${value}`,
  status: (value) => `desk.inbox.status.${value}`,
  why: (value) => `desk.attention.${value}`,
  asked_by: (value) => `desk.fact.asked.${value}`,
  reason: (value) => `desk.fact.by.${value}`,
  how: (value) => `desk.inbox.ended.${value}`,
  duty: (value) => `desk.law.duty.${value}`,
  fields: (value) => `desk.field.${value}`,
  proof: (value) => `desk.withdrawal.proof.${value}`,
  marks: (value) => `desk.withdrawal.mark.${value}`,
};

/** What only programs read. */
const forPrograms = new Set(['item_id', 'seal', 'order', 'withdrawal']);

/** A fact: what it is called, and each of its values. */
export type Fact = { name: string; values: string[] };

/** The facts of an entry. */
export function factsOf({ act, detail }: Pick<LogEntry, 'act' | 'detail'>, t: TFunction, lang: Lang): Fact[] {
  const word = (key: string): string | null => {
    const found = t(key);
    return found === key ? null : found;
  };
  const one = (name: string, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'desk.fact.yes' : 'desk.fact.no');
    if (typeof value === 'number') return name.endsWith('_in_cents') ? money(value, lang) : String(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (name === 'carrier' && Object.hasOwn(brands, value)) return brands[value as Carrier] ?? value;
    if (act.startsWith('tariff.')) return priceLine(value, word, lang);
    // What a comment was before is a word of ours; what a setting was is the owner's.
    const key = name === 'before' && act.startsWith('comment.') ? `desk.comments.${value}` : worded[name]?.(value);
    return (key === undefined ? null : word(key)) ?? value;
  };
  return Object.entries(detail ?? {})
    .filter(([name, value]) => value !== null && value !== '' && !forPrograms.has(name))
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => {
      const label = word(`desk.fact.${name}`) ?? name;
      if (!Array.isArray(value)) return { name: label, values: [one(name, value)] };
      return { name: label, values: name === 'variants' ? [String(value.length)] : value.map((each) => one(name, each)) };
    });
}

/**
 * A line of the table of prices, `job Grifo · ca: Aixeta ≥ 60.00`: the first word is ours, the others are the owner's, and
 * the price is written as money. Which other languages it is said in matters to nobody who looks for what changed.
 */
function priceLine(line: string, word: (key: string) => string | null, lang: Lang): string {
  const [, kind = '', said = '', from = '', price] = /^([a-z_]+)(.*?)(≥ )?(\d+\.\d\d)?$/u.exec(line) ?? [];
  if (kind === '') return line;
  const told = said.replaceAll(translations, '').trim();
  const name = kind === 'call_out_in_jobs' ? (word(`desk.fact.${told}`) ?? told) : told;
  const amount = price === undefined ? '' : money(Math.round(Number(price) * 100), lang);
  return [word(`desk.tariff.kind.${kind}`) ?? kind, name, `${from}${amount}`].filter((part) => part.trim() !== '').join(' ');
}

const translations = new RegExp(` · (?:${Object.keys(languages).join('|')}): [^·]*(?= ·|$)`, 'gu');
