import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meantMail } from './mail-slip';

test('a slip in a common domain is told, whichever it is', () => {
  for (const [typed, meant] of [
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@gmai.com', 'ana@gmail.com'],
    ['Ana.Puig@GMAIL.CMO', 'Ana.Puig@gmail.com'],
    ['ana@hotmial.com', 'ana@hotmail.com'],
    ['ana@hotmal.es', 'ana@hotmail.es'],
    ['ana@outlok.es', 'ana@outlook.es'],
    ['ana@iclod.com', 'ana@icloud.com'],
    [' ana@yaho.es ', 'ana@yahoo.es'],
  ] as const) {
    assert.equal(meantMail(typed), meant, typed);
  }
});

test('what is right, unknown or no address is left alone', () => {
  for (const typed of ['ana@gmail.com', 'ana@manetes.cat', 'ana@mail.com', 'ana@gencat.cat', 'ana@ub.edu', 'ana@me.com', 'ana', 'a@b@c', '', 'ana@']) {
    assert.equal(meantMail(typed), null, typed);
  }
});
