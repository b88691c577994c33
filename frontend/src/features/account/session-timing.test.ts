import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDue, retryDelay, TICK_MS } from './session-timing';

const NOW = 1_800_000_000_000;

function endsIn(ms: number): number {
  return (NOW + ms) / 1000;
}

test('a session with more than three whole ticks left is not renewed', () => {
  assert.equal(isDue(endsIn(4 * TICK_MS), NOW), false);
  assert.equal(isDue(endsIn(3_600_000), NOW), false);
});

test('a session with three ticks or fewer left is renewed', () => {
  assert.equal(isDue(endsIn(4 * TICK_MS - 1), NOW), true);
  assert.equal(isDue(endsIn(3 * TICK_MS), NOW), true);
  assert.equal(isDue(endsIn(1000), NOW), true);
});

test('a session that has already ended is renewed', () => {
  assert.equal(isDue(endsIn(-3_600_000), NOW), true);
});

test('each retry waits 200 ms longer than the one before', () => {
  assert.deepEqual([1, 2, 3].map((attempt) => retryDelay(attempt, 0)), [200, 400, 600]);
});

test('no retry starts 30 seconds or more after the first try', () => {
  assert.equal(retryDelay(1, 29_799), 200);
  assert.equal(retryDelay(1, 29_800), null);
});
