import assert from 'node:assert/strict';
import test from 'node:test';
import { langCodes, type Lang } from '../languages';
import { needLanguage } from '../sections';
import { translator } from '../translation';
import { clockTime, dayRange, longDate, money, timeOfDay, withUnits } from './format';

await Promise.all(langCodes.map(needLanguage));

test('money has two decimals and stands as each language writes it', () => {
  assert.equal(money(1234, 'es'), '12,34\u00a0€');
  assert.equal(money(5, 'fr'), '0,05\u00a0€');
  assert.equal(money(120000, 'ar'), '1200,00\u00a0€');
  assert.equal(money(1234, 'en'), '€12.34');
  assert.equal(money(-150, 'es'), '-1,50\u00a0€');
  assert.equal(money(-150, 'ar'), '\u200e-1,50\u00a0€');
});

test('a measure stays in one piece', () => {
  assert.equal(withUnits('Cilindro (30 × 30 mm), 16 A'), 'Cilindro (30 × 30\u00a0mm), 16\u00a0A');
  assert.equal(withUnits('2 puertas'), '2 puertas');
});

test('a time has two digits for its minutes', () => {
  assert.equal(clockTime('2026-11-20T08:05:00Z', translator('es')), '9:05');
  assert.equal(clockTime('no date', translator('es')), '');
});

test('a time of day is written as each language writes it', () => {
  const written = (time: string, lang: Lang) => timeOfDay(time, translator(lang));
  assert.deepEqual([written('08:00', 'es'), written('13:30', 'ar'), written('18:00:00', 'en')], ['8:00', '13:30', '18:00']);
  assert.deepEqual([written('08:00', 'fr'), written('13:30', 'fr')], ['8\u00a0h', '13\u00a0h\u00a030']);
});

test('days and hours are those of the firm, whose clocks change in March and October', () => {
  const t = translator('es');
  const shown = (iso: string) => `${longDate(iso, t)}, ${clockTime(iso, t)}`;
  assert.equal(shown('2026-11-26T23:41:00Z'), '27 de noviembre de 2026, 0:41');
  assert.equal(shown('2026-03-29T00:59:59Z'), '29 de marzo de 2026, 1:59');
  assert.equal(shown('2026-03-29T01:00:00Z'), '29 de marzo de 2026, 3:00');
  assert.equal(shown('2026-10-25T00:59:59Z'), '25 de octubre de 2026, 2:59');
  assert.equal(shown('2026-10-25T01:00:00Z'), '25 de octubre de 2026, 2:00');
  assert.equal(shown('2026-12-31T23:30:00+00:00'), '1 de enero de 2027, 0:30');
});

test('a date is day, full month and year in words', () => {
  const date = (iso: string, lang: Lang) => longDate(iso, translator(lang));
  assert.equal(date('2026-11-20T12:00:00Z', 'es'), '20 de noviembre de 2026');
  assert.equal(date('2026-01-01T12:00:00Z', 'fr'), '1er janvier 2026');
  assert.equal(date('2026-08-02T12:00:00Z', 'en'), '2 August 2026');
  assert.equal(date('no date', 'ar'), '');
  for (const lang of langCodes) {
    const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => date(`2026-${month}-15`.replace(/-(\d)-/, '-0$1-'), lang));
    assert.equal(new Set(months).size, 12, lang);
  }
});

test('a month that two days are in is said once', () => {
  const arrives = (from: string, until: string, lang: Lang) => translator(lang)('delivery.arrives', dayRange(from, until, translator(lang)));
  assert.equal(arrives('2026-12-02', '2026-12-04', 'es'), 'Llega entre el 2 y el 4 de diciembre');
  assert.equal(arrives('2026-11-27', '2026-12-01', 'es'), 'Llega entre el 27 de noviembre y el 1 de diciembre');
  assert.equal(arrives('2026-12-01', '2026-12-04', 'fr'), 'Livré entre le 1er et le 4 décembre');
  assert.equal(arrives('2026-12-02', '2026-12-04', 'en'), 'Arrives between 2 and 4 December');
  assert.equal(arrives('2026-12-02', '2026-12-04', 'ar'), 'يصلك بين 2 و4 ديسمبر');
  assert.equal(arrives('2026-12-02', '2026-12-04', 'ca'), 'Arriba entre el 2 i el 4 de\u00a0desembre');
});
