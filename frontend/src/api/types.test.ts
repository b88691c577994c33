import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { types, wireTypes } from '../../wire-types.mjs';

test('the wire types are those of the description of the API', async () => {
  assert.equal(readFileSync(types, 'utf8'), await wireTypes(), 'run `npm run generate`');
});
