import assert from 'node:assert/strict';
import test from 'node:test';
import { saveAll, type Outcome, type Part } from './saved-together';

test('forms are saved one after the other, and one that is refused keeps none back', async () => {
  const done: string[] = [];
  let isBusy = false;
  const part = (name: string, outcome: Outcome): Part => ({
    save: async () => {
      assert.ok(!isBusy, 'another one is being saved');
      isBusy = true;
      await new Promise((resolve) => setTimeout(resolve));
      isBusy = false;
      done.push(name);
      return outcome;
    },
    discard: () => undefined,
  });
  const wrong = part('b', 'refused');
  assert.deepEqual(await saveAll([part('a', 'saved'), wrong, part('c', 'saved')]), [wrong]);
  assert.deepEqual(done, ['a', 'b', 'c']);
  assert.deepEqual(await saveAll([]), []);
  assert.equal(await saveAll([part('d', 'left'), part('e', 'saved')]), null);
  assert.deepEqual(done, ['a', 'b', 'c', 'd'], 'who gives up signing in is not asked again for the next');
});
