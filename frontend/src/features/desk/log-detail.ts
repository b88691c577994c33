// What an entry of the log says, in words. Pure.

import type { Carrier, LogEntry } from '../../api/types';
import { isLang, languages, type Lang } from '../../languages';
import type { TFunction } from '../../translation';
import { money } from '../../ui/format';
import { brands } from '../orders/tracking';
import { inWords } from '../site/hours';
import { clockIn } from './when';

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

/**
 * What an act is called: what goes by one name at the desk whoever takes the order there, and by another where its buyer
 * comes for it. `kind` is the server's name, of an event, a mail or an entry of the log; `text` what it is called else.
 */
export function actName(text: string, kind: string, carrier: unknown): string {
  if (kind.endsWith('shipped') && carrier === 'pick_up') return 'orders.status.to_collect';
  return kind.endsWith('tracking_corrected') && typeof carrier === 'string' ? 'desk.order.carrier_changed' : text;
}

/** What only programs read. */
export const forPrograms = new Set(['item_id', 'seal', 'order', 'withdrawal', 'back', 'passkey', 'schema', 'program', 'log_entries', 'log_head', 'took_ms', 'bytes']);

/** A fact: what it is called, and each of its values. */
export type Fact = { name: string; values: string[] };

/** What a setting is called at the desk, its own name where it has no other. */
export function settingName(key: string, t: TFunction): string {
  const own = `desk.settings.key.${key}`;
  if (t(own) !== own) return t(own);
  const [kind, lang = '', ...rest] = key.split('.');
  if (kind !== 'text' || !isLang(lang)) return key;
  const text = `desk.texts.key.${rest.join('.')}`;
  const called = t(text) === text ? '' : `: ${t(text)}`;
  return `${t('desk.texts.title')} (${languages[lang].name})${called}`;
}

/**
 * What an entry's act was done to, as people call it; `null` where the act or its facts say so already, or where only
 * programs have a name for it.
 */
export function subjectName({ act, subject, name, detail, is_there: isThere }: Entry & Pick<LogEntry, 'name' | 'is_there'>, t: TFunction): string | null {
  const kind = act.split('.')[0] ?? '';
  if (kind === 'setting') return settingName(subject, t);
  if (numbered.has(kind)) {
    const number = kind === 'invoice' || kind === 'tariff' ? subject : name;
    if (number) return t('desk.log.number', { number });
    // A withdrawal whose order nobody has found yet.
    return t(isThere ? 'desk.log.open' : 'desk.log.gone');
  }
  // The facts of the entry say who or what it was.
  if (!called.has(kind) || typeof (detail as Record<string, unknown> | null)?.['name'] === 'string') return null;
  return name ?? t('desk.log.gone');
}

/** What goes by a number. */
const numbered = new Set(['order', 'invoice', 'return', 'withdrawal', 'tariff']);

/** What goes by a name, as long as it is there. */
const called = new Set(['product', 'stock', 'comment', 'maker', 'quote', 'message', 'complaint', 'account', 'passkey', 'mail']);

/** What a setting was or is, as the desk's form says it. */
function settingValue(key: string, value: string, t: TFunction, lang: Lang): string {
  if (key.startsWith('text.')) return value.replace(/\{\{(\w+)\}\}/g, (_, known: string) => `[${t(`desk.texts.known.${known}`)}]`);
  if (key.startsWith('shipping.') && /^\d+\.\d\d$/.test(value)) return money(Math.round(Number(value) * 100), lang);
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'desk.fact.yes' : 'desk.fact.no');
  const parts = value.split(', ');
  if (key === 'shipping.carriers') return parts.map((code) => carrierName(code, t)).join(', ');
  return key === 'company.hours' ? parts.map((span) => spanInWords(span, t)).join('; ') : value;
}

/** Hours as the server keeps them, `Mo-Fr 08:00-18:00`. */
function spanInWords(span: string, t: TFunction): string {
  const [, first = '', last = first, opens = '', closes = ''] = /^(\w\w)(?:-(\w\w))? ([\d:]+)-([\d:]+)$/.exec(span) ?? [];
  const [first_day, last_day] = [week.indexOf(first), week.indexOf(last)];
  return first_day < 0 || last_day < 0 ? span : inWords({ first_day, last_day, opens, closes }, t);
}

const week = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** Who brings a parcel, by name. */
export const carrierName = (code: string, t: TFunction): string => brands[code as Carrier] ?? t(`desk.carrier.${code}`);

const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

type Entry = Pick<LogEntry, 'act' | 'detail' | 'subject'>;

/** The facts of an entry. */
export function factsOf({ act, detail, subject }: Entry, t: TFunction, lang: Lang): Fact[] {
  const word = (key: string): string | null => {
    const found = t(key);
    return found === key ? null : found;
  };
  const one = (name: string, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'desk.fact.yes' : 'desk.fact.no');
    if (typeof value === 'number') {
      if (act === 'stock.counted') return t('desk.log.units', { count: value });
      return name.endsWith('_in_cents') ? money(value, lang) : String(value);
    }
    // Of a copy that was put back it matters when it was made.
    if (name === 'backup') return one('made_at', (value as { made_at?: string }).made_at ?? '');
    if (typeof value !== 'string') return JSON.stringify(value);
    if (name === 'carrier' && Object.hasOwn(brands, value)) return carrierName(value, t);
    if (act === 'setting.changed') return settingValue(subject, value, t, lang);
    if (day.test(value)) return clockIn(lang).day(value);
    if (moment.test(value)) return clockIn(lang).moment(value);
    if (act.startsWith('tariff.')) return priceLine(value, word, lang);
    // What a comment was before is a word of ours; what a setting was is the owner's.
    const key = name === 'before' && act.startsWith('comment.') ? `desk.comments.${value}` : worded[name]?.(value);
    return (key === undefined ? null : word(key)) ?? value;
  };
  return Object.entries(detail ?? {})
    // What was comes before what is; the others stay as they are.
    .sort(([one], [other]) => Number(other === 'before') - Number(one === 'before'))
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
  const name = kind.endsWith('_in_jobs') ? (word(`desk.fact.${told}`) ?? told) : told;
  const amount = price === undefined ? '' : money(Math.round(Number(price) * 100), lang);
  return [word(`desk.tariff.kind.${kind}`) ?? kind, name, `${from}${amount}`].filter((part) => part.trim() !== '').join(' ');
}

const translations = new RegExp(` · (?:${Object.keys(languages).join('|')}): [^·]*(?= ·|$)`, 'gu');
