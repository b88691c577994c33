import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError, type ErrorCode } from '../../api/client';
import { leads, waysFor } from './ways';

const refused = (code: ErrorCode, params = {}) => waysFor(new ApiError(403, code, '', params));

test('whatever is refused at a closed desk, a page, a file or an act, is asked about in one sentence', () => {
  assert.equal(refused('reauthentication_needed', { desk: 'closed' }), 'desk');
  assert.equal(leads.desk, 'step_up.desk');
});

test('an open desk asks for a recent sign-in, with what counts as one', () => {
  assert.equal(refused('reauthentication_needed'), 'any');
  assert.equal(refused('reauthentication_needed', { method: 'otp' }), 'mail');
  assert.equal(refused('passkey_required'), 'passkey');
  assert.equal(refused('forbidden'), null);
  assert.equal(waysFor(new TypeError('gone')), null);
});
