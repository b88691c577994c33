import assert from 'node:assert/strict';
import test from 'node:test';
import type { Product, Variant } from '../../api/types';
import { choiceGroups } from './choices';

const variant = (id: string, values: Record<string, string>) =>
  ({
    id,
    title: Object.values(values).join(' / '),
    options: Object.entries(values).map(([option_id, value]) => ({ id: option_id + value, option_id, variant_id: id, value })),
  }) as Variant;

const product = (optionIds: string[], variants: Variant[]) =>
  ({ options: optionIds.map((id) => ({ id, title: id, values: [] })), variants }) as unknown as Product;

const small = variant('small', { size: '30', finish: 'nickel' });
const smallBrass = variant('small-brass', { size: '30', finish: 'brass' });
const large = variant('large', { size: '40', finish: 'brass' });

test('one variant leaves nothing to choose', () => {
  assert.deepEqual(choiceGroups(product(['size'], [small]), small), []);
});

test('one option is one group of variants', () => {
  const [group, ...others] = choiceGroups(product(['size'], [small, large]), large);
  assert.equal(others.length, 0);
  assert.equal(group?.title, 'size');
  assert.deepEqual(group?.choices.map(({ selected }) => selected), [false, true]);
});

test('several options are a group each, and a choice keeps the others where it can', () => {
  const [size, finish] = choiceGroups(product(['size', 'finish'], [small, smallBrass, large]), large);
  assert.deepEqual(size?.choices.map(({ value }) => value), ['30', '40']);
  assert.equal(size?.choices[0]?.variant.id, 'small-brass');
  assert.equal(finish?.choices.find(({ value }) => value === 'nickel')?.variant.id, 'small');
});

test('a variant without all values falls back to one group', () => {
  assert.equal(choiceGroups(product(['size', 'finish'], [small, variant('bare', { size: '50' })]), small).length, 1);
});
