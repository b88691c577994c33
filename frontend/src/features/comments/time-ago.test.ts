import assert from 'node:assert/strict';
import test from 'node:test';
import { langCodes, type Lang } from '../../languages';
import { needLanguage, needSections } from '../../sections';
import { translator } from '../../translation';
import { timeAgo } from './time-ago';

await needSections(['comments']);
await Promise.all(langCodes.map(needLanguage));

const written = '2026-11-20T12:00:00.000Z';
const after = (seconds: number | null, lang: Lang) =>
  timeAgo(written, seconds === null ? null : Date.parse(written) + seconds * 1000, translator(lang));

test('seconds, minutes and hours are counted, and after a day there is a date', () => {
  assert.equal(after(0, 'es'), 'hace 0 segundos');
  assert.equal(after(59.9, 'es'), 'hace 59 segundos');
  assert.equal(after(60, 'es'), 'hace 1 minuto');
  assert.equal(after(3599, 'en'), '59 minutes ago');
  assert.equal(after(3600, 'fr'), 'il y a 1 heure');
  assert.equal(after(86_399, 'es'), 'hace 23 horas');
  assert.equal(after(86_400, 'es'), '20 de noviembre de 2026');
  assert.equal(after(-30, 'en'), '0 seconds ago', 'a clock that is behind');
});

test('Arabic has its own forms for two and for a few', () => {
  assert.equal(after(2, 'ar'), 'قبل ثانيتين');
  assert.equal(after(3 * 60, 'ar'), 'قبل 3 دقائق');
  assert.equal(after(11 * 3600, 'ar'), 'قبل 11 ساعة');
});

test('a page for everybody says the date, whatever the hour', () => {
  for (const lang of langCodes) assert.equal(after(null, lang), after(86_400, lang), lang);
  const t = translator('es');
  assert.equal(timeAgo('2026-11-20T22:59:59.999Z', null, t), '20 de noviembre de 2026');
});
