import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPhone } from './phone';

test('a telephone is taken as people write it, and may be missing', () => {
  for (const written of ['', ' ', '600 000 000', '+34 (93) 770-00.00']) assert.ok(isPhone(written), written);
  for (const wrong of ['12345', 'call me', '600 000 000 000 0000', '+'.repeat(9)]) assert.ok(!isPhone(wrong), wrong);
});
