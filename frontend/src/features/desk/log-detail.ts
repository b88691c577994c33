// What an entry of the log says, in words. Pure.

import type { Carrier, LogEntry } from '../../api/types';
import type { Lang } from '../../languages';
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
};

/** The facts of an entry: what each is called and what it is. What is only for programs is left out. */
export function factsOf({ act, detail }: Pick<LogEntry, 'act' | 'detail'>, t: TFunction, lang: Lang): [string, string][] {
  const word = (key: string): string | null => {
    const found = t(key);
    return found === key ? null : found;
  };
  const one = (name: string, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'desk.fact.yes' : 'desk.fact.no');
    if (typeof value === 'number') return name.endsWith('_in_cents') ? money(value, lang) : String(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (name === 'carrier' && Object.hasOwn(brands, value)) return brands[value as Carrier] ?? value;
    // The first word of a price is ours, the others are the owner's.
    if (act.startsWith('tariff.')) return value.replace(/^[a-z_]+/, (kind) => word(`desk.tariff.kind.${kind}`) ?? kind);
    // What a comment was before is a word of ours; what a setting was is the owner's.
    const key = name === 'before' && act.startsWith('comment.') ? `desk.comments.${value}` : worded[name]?.(value);
    return (key === undefined ? null : word(key)) ?? value;
  };
  return Object.entries(detail ?? {})
    .filter(([name, value]) => value !== null && value !== '' && name !== 'item_id')
    .map(([name, value]) => {
      const label = word(`desk.fact.${name}`) ?? name;
      if (!Array.isArray(value)) return [label, one(name, value)];
      return [label, name === 'variants' ? String(value.length) : value.map((each) => one(name, each)).join(', ')];
    });
}
