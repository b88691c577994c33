import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, isSixDigits } from './code';

test('a code is read however it is written', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '١٢٣٤٥٦', '۱۲۳ ۴۵۶', '\u200e123456\u200f']) {
    assert.equal(codeOf(typed), '123456', JSON.stringify(typed));
  }
  assert.equal(codeOf(' ABCDE-fgh2k '), 'abcdefgh2k');
});

test('six digits are six digits', () => {
  assert.ok(isSixDigits('000000'));
  for (const code of ['', '12345', '1234567', 'abcdef', 'abcdefgh2k']) assert.ok(!isSixDigits(code), code);
});
