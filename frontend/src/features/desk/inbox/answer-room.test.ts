import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from '../../../api/client';
import { Unreadable } from '../../contact/shrink';
import { hasRoom, idsOf, refusalOf, sizeOf, whyRefused } from './answer-room';

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

test('a file that the server would refuse is not sent, and is told why', () => {
  const why = (name: string, type: string, size: number) => whyRefused(refusalOf({ name, type, size }));
  assert.equal(why('plano.dwg', '', 10), 'kind');
  assert.equal(why('presupuesto.docx', 'application/msword', 9_000_000), 'kind');
  assert.equal(why('presupuesto.pdf', 'application/pdf', 7_000_001), 'large');
  assert.equal(why('presupuesto.PDF', '', 7_000_000), null, 'not every system knows what a PDF is');
  assert.equal(why('foto.heic', 'image/heic', 30_000_000), null, 'a picture is made smaller');
});

test('what the server refuses for good says so, and what only did not arrive does not', () => {
  const refused = (status: number) => whyRefused(new ApiError(status, 'internal', ''));
  assert.deepEqual([413, 415, 422, 503, 0].map(refused), ['large', 'kind', 'damaged', null, null]);
  assert.equal(whyRefused(new Unreadable()), 'kind');
  assert.equal(whyRefused(undefined), null);
});

test('an answer waits until whatever stands beside it goes along', () => {
  const kept = { id: 'a', bytes: 7_000_000 };
  assert.deepEqual(idsOf([]), []);
  assert.deepEqual(idsOf([{ kept }]), ['a']);
  assert.equal(idsOf([{ kept }, {}]), null);
  assert.equal(idsOf([{ kept }, { kept: { id: 'b', bytes: 1 } }]), null);
});
