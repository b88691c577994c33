// Between what the server keeps and what a field shows.

import type { Opening, Setting, SettingsForm } from '../../../api/types';
import { centsOf } from '../cents';
import { international } from '../inbox/phone-number';
import { openingsOf, valueOf, weekIn, weekOf } from './week';

/** What a field of the form shows, by the setting's key. */
export type Values = Record<string, string>;

/** Telephone numbers, which may be typed as people write them. */
const numbers = ['company.phone', 'company.office_phone', 'company.whatsapp'];

/** The name of a setting's field: the last part of its key, by which a refusal finds it. */
export const nameOf = (key: string) => key.slice(key.lastIndexOf('.') + 1);

/** The fields of numbers that are none, so that they are told with all else that is wrong. */
export const wrongNumbers = (typed: Values): string[] =>
  numbers.map(nameOf).filter((name) => (typed[name] ?? '') !== '' && international(typed[name] ?? '') === null);

/** Whether it holds several, each on a line of its own. */
export const isList = ({ key, kind }: Pick<Setting, 'key' | 'kind'>): boolean => kind === 'list' || key === 'shipping.carriers';

/** What a field shows; `point` parts the cents in the reader's language. */
export function shown(setting: Setting, point: string): string {
  const { kind, value, openings } = setting;
  if (kind === 'hours') return valueOf(weekOf(openings ?? []));
  if (kind === 'cents') return value.replace('.', point);
  if (isList(setting)) return value.split(',').map((item) => item.trim()).join('\n');
  return value;
}

/** What the server is sent of these settings, hours as times of opening and all else as text. */
export function formOf(settings: Setting[], values: Values): SettingsForm {
  const texts: SettingsForm['values'] = {};
  const openings: Record<string, Opening[]> = {};
  for (const setting of settings) {
    const value = (values[setting.key] ?? '').trim();
    if (setting.kind === 'hours') openings[setting.key] = openingsOf(weekIn(value));
    else texts[setting.key] = sent(setting, value);
  }
  return { values: texts, openings };
}

/** What the server is sent of a text; what cannot be understood goes as it is, to be refused with its reason. */
export function sent(setting: Setting, text: string): string {
  const { key, kind } = setting;
  if (kind === 'cents') {
    const cents = centsOf(text);
    return cents === null ? text : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  }
  if (isList(setting)) {
    return text
      .split(/[\n,،]/)
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .join(', ');
  }
  return numbers.includes(key) ? (international(text) ?? text) : text;
}
