import assert from 'node:assert/strict';
import test from 'node:test';
import type { DeskPrices } from '../../../api/types';
import { blankLine, blankZone, bodyOf, draftOf, isSame, wrongAmounts } from './draft';

const prices: DeskPrices = {
  call_out_in_cents: 3500,
  hour_in_cents: 4800,
  night_in_cents: null,
  holiday_in_cents: 2500,
  zones: [{ name: 'Abrera', postcodes: ['08630', '0876'], price_in_cents: 0 }],
  jobs: [{ name: 'Grifo', texts: { en: 'Tap' }, price_in_cents: 6000, is_from: true }],
  jobs_include_call_out: null,
  jobs_include_surcharges: null,
  parts: [],
};

test('a table of prices is sent as it came', () => {
  for (const lang of ['es', 'en', 'ar'] as const) {
    assert.deepEqual(bodyOf(draftOf(prices, lang), 3), { version: 3, ...prices });
  }
});

test('amounts and postcodes are typed in many ways', () => {
  const draft = draftOf(prices, 'es');
  const zone = { ...blankZone(), name: 'Martorell', postcodes: ' 08760,08640;\n0829 ', price: '12,5' };
  const line = { ...blankLine(), name: 'Enchufe', texts: { fr: ' ' }, price: '7.90 €' };
  const body = bodyOf({ ...draft, night: ' 22 ', zones: [zone], parts: [line] }, 1);
  assert.equal(body.night_in_cents, 2200);
  assert.deepEqual(body.zones, [{ name: 'Martorell', postcodes: ['08760', '08640', '0829'], price_in_cents: 1250 }]);
  assert.deepEqual(body.parts, [{ name: 'Enchufe', texts: {}, price_in_cents: 790, is_from: false }]);
});

test('what is no amount is neither nothing nor free', () => {
  const draft = { ...draftOf(prices, 'es'), hour: 'mucho', jobs: [{ ...blankLine(), name: 'Grifo' }] };
  assert.equal(bodyOf(draft, 1).hour_in_cents, -1);
  assert.equal(bodyOf(draft, 1).jobs?.[0]?.price_in_cents, -1);
  assert.deepEqual(wrongAmounts({ hour_in_cents: 'mucho', night_in_cents: '', 'jobs/0/price_in_cents': '3', name: 'x' }), ['hour_in_cents']);
});

test('a draft is another once it says something else', () => {
  const draft = draftOf(prices, 'es');
  assert.ok(isSame(draft, { ...draft, callOut: '35' }));
  assert.ok(!isSame(draft, { ...draft, callOut: '36' }));
});
