import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from '../../api/client';
import { patiently, untilAnswered, whileBusy } from './patiently';

/** Refuses with these statuses, one after the other, and then answers how often it was asked. */
function refusing(...statuses: number[]) {
  let asked = 0;
  return () => {
    const status = statuses[asked];
    asked += 1;
    return status === undefined ? Promise.resolve(asked) : Promise.reject(new ApiError(status, 'overloaded', ''));
  };
}

test('what is under way is asked about until the server answers, or says that it knows nothing of it', async () => {
  const patience = { ...untilAnswered, pause: 0 };
  assert.equal(await patiently(refusing(0, 503, 0, 429, 502), patience), 6);
  await assert.rejects(patiently(refusing(0, 404), patience), { status: 404 });
  await assert.rejects(patiently(refusing(422), patience), { status: 422 });
});

test('a server that is busy with another picture is asked again, but not for ever', async () => {
  const patience = { ...whileBusy, tries: 2, pause: 0 };
  assert.equal(await patiently(refusing(503, 503), patience), 3);
  await assert.rejects(patiently(refusing(503, 503, 503), patience), { status: 503 });
  await assert.rejects(patiently(refusing(413), patience), { status: 413 });
});

test('what fails on this side is not tried again', async () => {
  await assert.rejects(patiently(() => Promise.reject(new TypeError('gone')), untilAnswered), TypeError);
});
