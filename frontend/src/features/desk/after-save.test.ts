import assert from 'node:assert/strict';
import test from 'node:test';
import { afterSave } from './after-save';

test('what is written while a draft is saved stays, and the rest is as the server has it', () => {
  const sent = { hour: '45', night: '20', jobs: ['Grifo'] };
  const saved = { hour: '45,00', night: '20,00', jobs: ['Grifo'] };
  assert.deepEqual(afterSave(sent, sent, saved), saved);
  assert.deepEqual(afterSave({ ...sent, night: '22' }, sent, saved), { ...saved, night: '22' });
  assert.deepEqual(afterSave({ ...sent, jobs: ['Grifo', ''] }, sent, saved), { ...saved, jobs: ['Grifo', ''] });
});
