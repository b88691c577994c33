import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockIn } from './when';

test('what ends at midnight is told by its last day, as the shop tells it', () => {
  const { until } = clockIn('es');
  assert.equal(until('2026-12-16T23:00:00Z'), '16\u00a0dic\u00a02026');
  assert.match(until('2026-12-17T11:30:00Z'), /17.*12:30$/);
});
