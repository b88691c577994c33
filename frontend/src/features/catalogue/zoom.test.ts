import assert from 'node:assert/strict';
import test from 'node:test';
import { kept, mostScale, moved, whole, zoomed } from './zoom';

const size = { width: 400, height: 300 };

test('what is under the pointer stays there while the picture grows', () => {
  const view = zoomed(whole, 2, { x: 100, y: -50 }, size);
  assert.deepEqual(view, { scale: 2, x: -100, y: 50 });
  // The point of the picture at (100, -50) is drawn at 2 * (100, -50) + (-100, 50).
  assert.deepEqual({ x: 2 * 100 + view.x, y: 2 * -50 + view.y }, { x: 100, y: -50 });
});

test('a picture is never smaller than its place, nor larger than it is worth looking at', () => {
  assert.deepEqual(zoomed(whole, 0.2, { x: 10, y: 10 }, size), whole);
  assert.equal(zoomed(whole, 100, { x: 0, y: 0 }, size).scale, mostScale);
  assert.deepEqual(zoomed({ scale: 2, x: 200, y: 0 }, 0.5, { x: 0, y: 0 }, size), whole, 'back in its place');
});

test('a picture cannot be moved out of its box', () => {
  assert.deepEqual(moved({ scale: 2, x: 0, y: 0 }, { x: 999, y: -999 }, size), { scale: 2, x: 200, y: -150 });
  assert.deepEqual(kept({ scale: 1, x: 5, y: 5 }, size), whole);
});
