import assert from 'node:assert/strict';
import test from 'node:test';
import type { DeskProduct } from '../../../api/types';
import { blankDraft, bodyOf, changed, draftOf, rebased, titleOf, type Draft } from './draft';
import { lacksOf, problemsOf } from './problems';
import { addMissing, addOption, addValue, broughtBack, filledDown, missingCount, removeOption, removeValue, unfilled } from './variants';

const variant = (id: string, values: string[], more: object = {}) => ({
  id,
  title: values.join(' / '),
  sku: `SKU-${id}`,
  image_url: null,
  price_in_cents: 1250,
  sale_price_in_cents: null,
  sale_starts_at: null,
  sale_ends_at: null,
  manage_inventory: true,
  inventory_quantity: 5,
  weight_grams: null,
  content: null,
  gtin: null,
  option_values: values,
  ...more,
});

const product: DeskProduct = {
  id: 'p1',
  revision: 'r1',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  slug: 'mando',
  title: 'Mando',
  subtitle: null,
  ribbon_text: null,
  brand: null,
  maker: null,
  model: null,
  warnings: null,
  guarantee_months: null,
  guarantee_producer: null,
  guarantee_model: null,
  description: '<p>Un mando.</p>',
  type: 'Accesorios',
  status: 'published',
  is_hidden: false,
  purchasable: true,
  fitting: 'offered',
  in_the_box: null,
  order: 1,
  site_product_selection: null,
  tax_rate_bp: 2100,
  metadata: {},
  images: [
    { url: '/media/a', alt: 'Delante' },
    { url: '/media/b', alt: 'Detrás' },
  ],
  options: ['Color', 'Talla'],
  variants: [variant('v1', ['Rojo', 'S']), variant('v2', ['Rojo', 'M']), variant('v3', ['Azul', 'S'])],
  collections: [],
  attributes: [{ name: 'Alcance', value: '20 m' }],
  documents: [],
  swatches: { Rojo: '#b3202a' },
  additional_info: [
    { title: 'Garantía', description: '<p>3 años</p>' },
    { title: 'Medidas', description: '<p>10 cm</p>' },
  ],
  custom_fields: [],
  related: [],
  related_titles: {},
  texts: { en: { title: 'Remote', 'image/0': 'Front', 'image/1': 'Back', 'option/Color': 'Colour', 'value/Rojo': 'Red', 'info/1/title': 'Size' } },
  stale_texts: { en: ['info/1/title'] },
};

const load = () => draftOf(product, 'es');
const titles = (draft: Draft) => draft.variants.map((one) => titleOf(draft, one));

test('a product that nobody changed has no changes', () => {
  assert.deepEqual(changed(bodyOf(load()), bodyOf(draftOf(product, 'en'))), {});
  assert.deepEqual(problemsOf(load()), {});
  const asks = (most: string) => problemsOf({ ...load(), fields: [{ key: 'f', title: 'Texto', isRequired: true, most }] });
  assert.deepEqual(['1', '200'].map(asks), [{}, {}]);
  for (const most of ['', '0', '201', '2,5']) assert.deepEqual(asks(most), { 'fields/0/most': 'desk.product.wrong.length' });
});

test('what is to be in the store is told what it lacks, and may lack it', () => {
  const blank = blankDraft();
  const bare: Draft = { ...blank, status: 'published', description: '<p>&nbsp;</p>', variants: blank.variants.map((one) => ({ ...one, isCounted: true, stock: '0' })) };
  assert.deepEqual(lacksOf(bare), ['description', 'maker', 'stock']);
  assert.deepEqual(lacksOf({ ...bare, status: 'draft' }), []);
  assert.deepEqual(lacksOf({ ...bare, description: '<p>De acero.</p>', maker: 'ferralla', isPurchasable: false }), []);
});

test('a translation goes where its part goes', () => {
  const draft = load();
  const moved = { ...draft, pictures: [...draft.pictures].reverse(), info: draft.info.slice(1) };
  const own = changed(bodyOf(draft), bodyOf(moved));
  assert.deepEqual(Object.keys(own).sort(), ['additional_info', 'images', 'texts']);
  const { en } = own.texts ?? {};
  assert.deepEqual([en?.['image/0'], en?.['image/1'], en?.['info/0/title'], en?.['info/1/title']], ['Back', 'Front', 'Size', undefined]);
});

test('an option that is renamed keeps its translation', () => {
  const draft = load();
  const renamed = { ...draft, options: draft.options.map((option) => ({ ...option, title: option.title.replace('Color', 'Tono') })) };
  assert.equal(bodyOf(renamed).texts['en']?.['option/Tono'], 'Colour');
});

test('a variant called after its values is translated by them', () => {
  const one = { ...product, options: ['Color'], variants: [variant('v1', ['Rojo']), variant('v3', ['Azul'])] };
  assert.deepEqual(bodyOf(draftOf(one, 'es')).texts['en']?.['variant/0'], 'Red');
  assert.equal('variant/1' in (bodyOf(draftOf(one, 'es')).texts['en'] ?? {}), false);
});

test('a new value makes a variant of every combination there is, and the known ones stay', () => {
  const draft = load();
  const more = addValue(draft, 'option-1', 'L');
  assert.deepEqual(titles(more), ['Rojo / S', 'Rojo / M', 'Rojo / L', 'Azul / S', 'Azul / L']);
  assert.deepEqual(more.variants.map(({ id }) => id), ['v1', 'v2', null, 'v3', null]);
  assert.equal(more.variants[2]?.price, '12,50');
  assert.equal(missingCount(more), 1);
  assert.deepEqual(titles(addMissing(more)), ['Rojo / S', 'Rojo / M', 'Rojo / L', 'Azul / S', 'Azul / M', 'Azul / L']);
});

test('without a value, or an option, its variants go', () => {
  const draft = load();
  assert.deepEqual(titles(removeValue(draft, 'option-0', 'value-0-1')), ['Rojo / S', 'Rojo / M']);
  assert.deepEqual(titles(removeOption(draft, 'option-1')), ['Rojo', 'Azul']);
  const none = removeOption(removeOption(draft, 'option-1'), 'option-0');
  assert.deepEqual([titles(none), none.variants[0]?.id], [['Mando'], 'v1']);
});

test('what went comes back in its place, beside what was typed since', () => {
  const draft = load();
  for (const less of [removeValue(draft, 'option-0', 'value-0-1'), removeOption(draft, 'option-1')]) {
    const since = { ...less, title: 'Mando 2', variants: less.variants.map((one) => ({ ...one, price: '9' })) };
    const again = broughtBack(since, draft);
    assert.deepEqual([titles(again), again.title, again.variants[0]?.price], [titles(draft), 'Mando 2', '9']);
    assert.deepEqual(bodyOf(again).variants.map(({ option_values }) => option_values), bodyOf(draft).variants.map(({ option_values }) => option_values));
  }
});

test('an amount that was filled down is taken back, but for what was typed since', () => {
  const variants = load().variants.map((one, at) => ({ ...one, price: String(at) }));
  const [first, second, ...rest] = filledDown(variants, 'price');
  assert.ok(first && second && rest.length > 0);
  assert.deepEqual(new Set([second, ...rest].map(({ price }) => price)), new Set(['0']));
  const again = unfilled([{ ...first, price: '7' }, { ...second, sku: 'NEW' }, ...rest], variants, 'price');
  assert.deepEqual(again.map(({ price }) => price), ['7', ...variants.slice(1).map(({ price }) => price)]);
  assert.equal(again[1]?.sku, 'NEW');
});

test('the first value of an option goes to the variant that is there', () => {
  const one = addOption({ ...blankDraft(), title: 'Cubo' }, 'Litros');
  assert.deepEqual(problemsOf({ ...one, variants: one.variants.map((v) => ({ ...v, price: '5' })) }), {
    'options/0': 'desk.product.wrong.no_values',
  });
  const key = one.options[0]?.key ?? '';
  const two = addValue(addValue(one, key, '10 l'), key, '20 l');
  assert.deepEqual(titles(two), ['10 l', '20 l']);
  assert.deepEqual(bodyOf(two).variants.map(({ option_values }) => option_values), [['10 l'], ['20 l']]);
});

test('stock is sent only where it was changed, with what was seen', () => {
  const draft = load();
  const sold = { ...draft, variants: draft.variants.map((one) => (one.id === 'v2' ? { ...one, stock: '9' } : one)) };
  const sent = bodyOf(sold).variants.map(({ inventory_quantity, inventory_seen }) => [inventory_quantity, inventory_seen]);
  assert.deepEqual(sent, [[undefined, undefined], [9, 5], [undefined, undefined]]);
});

test("one's own changes on somebody else's keep what was sold meanwhile", () => {
  const draft = load();
  const own = changed(bodyOf(draft), bodyOf({ ...draft, title: 'Mando 2', variants: draft.variants.map((one) => ({ ...one, stock: '9' })) }));
  const theirs = { ...product, revision: 'r2', subtitle: 'De ellos', variants: product.variants.map((one) => ({ ...one, inventory_quantity: 3 })) };
  const again = draftOf(rebased(theirs, own), 'es');
  assert.deepEqual([again.title, again.subtitle, again.variants[0]?.stock, again.variants[0]?.seen], ['Mando 2', 'De ellos', '7', 3]);
  const sent = changed(bodyOf(draftOf(theirs, 'es')), bodyOf(again));
  assert.deepEqual(Object.keys(sent).sort(), ['title', 'variants']);
  assert.deepEqual([sent.variants?.[0]?.inventory_quantity, sent.variants?.[0]?.inventory_seen], [7, 3]);
});

test('what is wrong is found where the server would find it', () => {
  const draft = load();
  const [first, second] = draft.variants;
  assert.ok(first && second);
  const wrong = { ...draft, title: ' ', metadata: '[1]', variants: [{ ...first, price: 'x' }, { ...second, sale: '13', sku: first.sku, stock: '1,5' }] };
  assert.deepEqual(problemsOf(wrong), {
    title: 'form.required',
    metadata: 'desk.product.wrong.json',
    'variants/0/price': 'desk.product.wrong.price',
    'variants/1/sale_price': 'desk.product.wrong.sale',
    'variants/1/sku': 'desk.product.wrong.sku',
    'variants/1/inventory_quantity': 'desk.product.wrong.count',
  });
});

test('a sale that ended since the page was opened keeps nothing else from being saved', () => {
  const sale = { sale_price_in_cents: 1000, sale_starts_at: '2026-11-01T00:00:00Z', sale_ends_at: '2026-11-02T00:00:00Z' };
  const loaded = draftOf({ ...product, variants: [variant('v1', ['Rojo', 'S'], sale)] }, 'es');
  const written = (part: object): Draft => ({ ...loaded, variants: loaded.variants.map((one) => ({ ...one, ...part })) });
  assert.deepEqual(problemsOf(written({ stock: '7' }), loaded), {});
  const over = { 'variants/0/sale_ends_at': 'desk.product.wrong.sale_over' };
  assert.deepEqual(problemsOf(written({ saleEnds: '2026-11-03T00:00' }), loaded), over);
  assert.deepEqual(problemsOf(written({ key: 'new-1' }), loaded), over);
});
