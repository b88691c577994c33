import assert from 'node:assert/strict';
import test from 'node:test';
import { international, readable } from './phone-number';

test('a number is called as it was written, from wherever', () => {
  for (const written of ['600 111 222', '+34 600-111-222', '0034600111222', '(600) 11.12.22']) {
    assert.equal(international(written), '+34600111222', written);
  }
  assert.equal(international('+33 6 12 34 56 78'), '+33612345678');
});

test('what no network would take is no number', () => {
  for (const written of ['', '112', '12345678', 'call me', '+12', '+1234567890123456']) {
    assert.equal(international(written), null, written);
  }
});

test('a Spanish number reads without its country', () => {
  assert.equal(readable('+34600111222'), '600 111 222');
  assert.equal(readable('+33612345678'), '+33612345678');
});
