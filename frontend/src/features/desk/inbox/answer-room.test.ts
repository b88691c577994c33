import assert from 'node:assert/strict';
import test from 'node:test';
import { hasRoom, sizeOf } from './answer-room';

test('a size is told as people read it', () => {
  assert.equal(sizeOf(12, 'es'), '1\u00a0kB');
  assert.equal(sizeOf(340_400, 'es'), '340\u00a0kB');
  assert.equal(sizeOf(999_700, 'es'), '1,0\u00a0MB');
  assert.equal(sizeOf(1_240_000, 'en'), '1.2\u00a0MB');
});

test('what goes along is as much as a mail takes', () => {
  assert.ok(hasRoom([{ bytes: 4_000_000 }, { bytes: 3_000_000 }]));
  assert.ok(!hasRoom([{ bytes: 4_000_000 }, { bytes: 3_000_000 }, { bytes: 1 }]));
});
