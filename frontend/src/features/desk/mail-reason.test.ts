import assert from 'node:assert/strict';
import test from 'node:test';
import { mailReason } from './mail-reason';

test('what mail servers say is told in a word', () => {
  for (const [error, reason] of [
    ['permanent error (550): 5.1.1 The email account that you tried to reach does not exist', 'address'],
    ['permanent error (535): 5.7.8 Username and Password not accepted', 'password'],
    ['permanent error (552): 5.2.2 The recipient inbox is over quota', 'full'],
    ['permanent error (554): 5.7.1 Message rejected as spam', 'refused'],
    ['Connection error: Connection refused (os error 111)', 'unreachable'],
    ['network error: timed out', 'unreachable'],
    ['MAIL FROM: permanent error (550): 5.7.1 Sender not known', 'sender'],
    ['RCPT TO: permanent error (550): 5.1.1 No such user', 'address'],
    ['sign-in: permanent error (535): 5.7.8 Error: authentication failed', 'password'],
    ['greeting: timeout, no answer for 45s', 'unreachable'],
    ['end of DATA: response error: incomplete response', 'unreachable'],
    ['something else', null],
  ] as const) {
    assert.equal(mailReason(error), reason, error);
  }
});
