import assert from 'node:assert/strict';
import test from 'node:test';
import type { Product, Variant } from '../../api/types';
import { choiceGroups, openGroups } from './choices';

const variant = (id: string, values: Record<string, string>) =>
  ({
    id,
    title: Object.values(values).join(' / '),
    options: Object.entries(values).map(([option_id, value]) => ({ id: option_id + value, option_id, variant_id: id, value })),
  }) as Variant;

const product = (optionIds: string[], variants: Variant[]) =>
  ({ options: optionIds.map((id) => ({ id, title: id, values: [] })), variants, custom_fields: [] }) as unknown as Product;

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

const stocked = (pieces: Record<string, number>) => ({ id }: Variant) => pieces[id] ?? 9;
const open = (variants: Variant[], pieces: Record<string, number> = {}, chosen: string[] = [], options = ['size', 'finish']) => {
  const [first] = variants;
  const sold = { ...product(options, variants), purchasable: true } as Product;
  return first ? openGroups(sold, first, stocked(pieces), new Set(chosen)).map(({ id }) => id) : [];
};

test('a size is chosen by its buyer, not for them', () => {
  assert.deepEqual(open([small, large], {}, [], ['size']), ['variant']);
  assert.deepEqual(open([small, smallBrass, large]), ['size', 'finish']);
  assert.deepEqual(open([small, smallBrass, large], {}, ['size']), ['finish']);
});

const seen = (one: Variant) =>
  ({ ...one, options: one.options.map((option) => (option.option_id === 'finish' ? { ...option, swatch: '#aa8' } : option)) }) as Variant;

test('a colour that is seen need not be chosen', () => {
  assert.deepEqual(open([small, smallBrass, large].map(seen)), ['size']);
});

test('of what is made for its buyer the colour is chosen, too: it does not come back', () => {
  const variants = [small, smallBrass].map(seen);
  const made = { ...product(['finish'], variants), purchasable: true, custom_fields: [{ id: 'text' }] } as unknown as Product;
  assert.deepEqual(openGroups(made, variants[1] as Variant, stocked({}), new Set()).map(({ id }) => id), ['variant']);
});

test('nothing is to be chosen where only one can be had', () => {
  assert.deepEqual(open([small, large], { large: 0 }, [], ['size']), []);
  assert.deepEqual(open([small, smallBrass, large], { large: 0 }), ['finish'], 'one size is left');
  assert.deepEqual(open([small, large], { small: 0, large: 0 }, [], ['size']), [], 'all of it is sold out');
});
