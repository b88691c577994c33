// Every step of a pictured act has its picture, of which the script that takes them is the list.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { guide, pictured } from './acts';

test('every step of a pictured act has its picture, and no picture lacks its step', () => {
  const steps = pictured.flatMap((act) => guide[act].map((step) => `${act}-${step}.webp`));
  assert.ok(existsSync('public/guide'), 'run `node pictures.mjs`');
  assert.deepEqual(readdirSync('public/guide').sort(), steps.sort());
});
