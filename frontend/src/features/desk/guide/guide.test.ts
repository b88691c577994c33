// Every step of the guide has its picture, of which the script that takes them is the list.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { guide, guideActs } from './acts';

test('every step of the guide has its picture, and no picture lacks its step', () => {
  const steps = guideActs.flatMap((act) => guide[act].map((step) => `${act}-${step}.webp`));
  assert.ok(existsSync('public/guide'), 'run `node pictures.mjs`');
  assert.deepEqual(readdirSync('public/guide').sort(), steps.sort());
});
