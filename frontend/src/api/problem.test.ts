import assert from 'node:assert/strict';
import test from 'node:test';

import { problemFrom } from './client';
import { errorText } from './problem';

const t = (key: string) => (key.startsWith('error.') ? 'Something went wrong.' : key);

test('what failed at the shop tells the name by which its lines are found, and a refusal does not', () => {
  const told = (status: number, body: object) => errorText(t, problemFrom(status, body));
  const named = { code: 'internal', request_id: '9f86d081884c7d65' };
  assert.equal(told(500, named), 'Something went wrong. (9f86d081884c7d65)');
  assert.equal(told(500, { code: 'internal' }), 'Something went wrong.');
  assert.equal(told(409, { ...named, code: 'price_changed' }), 'Something went wrong.');
});
