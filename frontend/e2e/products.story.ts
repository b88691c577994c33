// The owner writes products: on a telephone, against somebody else, many at once, and from a file.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { addToCart, asCustomer, euros, order, pay, signIn } from './buyer';
import { photo } from './photo';
import { productFile } from './shop';
import { story, type VisitOptions, type Visitor, type World } from './visitor';
import { eventually } from './wait';

type Another = (options: VisitOptions) => Promise<Visitor>;

const small = { width: 390, height: 844 };

export const products = (world: () => World) =>
  describe('products at the desk', () => {
    const onPhone = { viewport: small, isMobile: true, hasTouch: true, cookies: 'session' } as const;
    story(world, 'a product made on a telephone is bought', onPhone, madeOnAPhone);
    story(world, 'what somebody else changed meanwhile is shown and kept', { cookies: 'session' }, twoEditors);
    story(world, 'nothing is left unsaved by mistake', { cookies: 'session' }, leaving);
    story(world, 'refusals stand at their fields', { cookies: 'session', lang: 'ar', viewport: small }, refusals);
    story(world, 'prices and stock of several variants change together', { cookies: 'session', lang: 'en', viewport: small }, bulk);
    story(world, 'a sale is planned on a telephone', onPhone, plannedSale);
    story(world, 'a file tells what it would do before it does it', { cookies: 'session' }, dryRun);
    story(world, 'a translation is marked when its Spanish text changes', { cookies: 'session', lang: 'en' }, stale);
    story(world, 'a copy is a draft of its own until it is deleted', { cookies: 'session' }, copied);
  });

async function atTheDesk(visitor: Visitor, path: string): Promise<void> {
  await signIn(visitor, visitor.shop.admin);
  await visitor.open(path);
}

/** What the server answers to the owner. */
async function ask<T>({ context }: Visitor, path: string): Promise<T> {
  const answer = await context.request.get(path, { headers: { 'X-Session-Transport': 'cookie' } });
  assert.equal(answer.status(), 200, path);
  return (await answer.json()) as T;
}

type Stored = { slug: string; title: string; subtitle: string | null; status: string; variants: { price_in_cents: number; sale_starts_at: string | null; inventory_quantity: number }[] };
const productOf = (visitor: Visitor, id: string) => ask<Stored>(visitor, `/api/products/${id}`);

const editing = /^\/admin\/products\/(?!new)[\w-]+$/;
const idOf = ({ page }: Visitor) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const save = (visitor: Visitor) => visitor.button(visitor.t('desk.save')).click();

/** Opens a section that is folded. */
async function unfold({ page, t }: Visitor, title: string): Promise<void> {
  const section = page.locator('.desk-fold').filter({ has: page.getByRole('heading', { name: t(title), exact: true }) });
  if ((await section.getAttribute('open')) === null) await section.locator('summary').first().click();
}

async function madeOnAPhone(visitor: Visitor, another: Another): Promise<void> {
  const { page, t } = visitor;
  await atTheDesk(visitor, '/admin/products');
  await visitor.link(t('desk.product.new')).click();
  await visitor.seesPage(t('desk.product.new'));
  await visitor.field(t('desk.product.title')).fill('Cubo de obra reforzado');
  await visitor.field(t('desk.product.description')).fill('Aguanta yeso y cascotes.\n\nCon asa de acero.');
  await visitor.field(t('desk.product.status')).selectOption('published');
  await page.locator('input[name=images]').setInputFiles([
    { name: 'negro.png', mimeType: 'image/png', buffer: await photo(page, 2400) },
    { name: 'gris.png', mimeType: 'image/png', buffer: await photo(page, 700) },
  ]);
  const pictures = page.locator('.desk-picture');
  await pictures.nth(1).getByRole('textbox').fill('Cubo gris, de lado');
  await pictures.nth(0).getByRole('textbox').fill('Cubo negro, desde arriba');
  await makeVariants(visitor);
  await visitor.button(t('desk.move_up', { name: 'Cubo gris, de lado' })).click();
  await visitor.fitsTheScreen('the editor');
  await save(visitor);
  await visitor.toast(t('desk.product.saved'));
  await visitor.arrivesAt(editing);
  const id = idOf(visitor);
  // The page of the product takes the place of the one it was made on.
  const alts = await eventually('the pictures of the product', async () => {
    const seen = await pictures.getByRole('textbox').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    return seen.length === 2 && seen;
  });
  assert.deepEqual(alts, ['Cubo gris, de lado', 'Cubo negro, desde arriba']);
  await visitor.button(t('desk.product.preview')).click();
  await visitor.dialog.getByText('Con asa de acero.').waitFor();
  await visitor.dialog.locator('.dialog__header button').click();

  const buyer = await another({ viewport: small, isMobile: true, hasTouch: true, cookies: 'session' });
  await asCustomer(buyer);
  await seenInStore(buyer, id);
  await addToCart(buyer, `/product/${id}`);
  await order(buyer);
  await pay(buyer);
  const { variants, slug } = await productOf(visitor, id);
  assert.equal(slug, 'cubo-de-obra-reforzado');
  assert.deepEqual(variants.map(({ price_in_cents, inventory_quantity }) => [price_in_cents, inventory_quantity]), [[650, 11], [895, 3]]);
}

async function makeVariants(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await unfold(visitor, 'desk.product.options');
  await visitor.button(t('desk.product.option_add')).click();
  await visitor.field(t('desk.product.option', { n: 1 })).fill('Capacidad');
  const value = visitor.field(t('desk.product.value_new', { name: 'Capacidad' }));
  await value.fill('12 l');
  await value.press('Enter');
  const variants = page.locator('.desk-variant');
  await variants.first().getByLabel(t('desk.product.price')).fill('6,50');
  await variants.first().getByLabel(t('desk.product.stock')).fill('12');
  await value.fill('20 l');
  await value.press('Enter');
  await variants.nth(1).getByRole('heading', { name: '20 l' }).waitFor();
  assert.equal(await variants.nth(1).getByLabel(t('desk.product.price')).inputValue(), '6,50', 'as the first');
  await variants.nth(1).getByLabel(t('desk.product.price')).fill('8.95');
  await variants.nth(1).getByLabel(t('desk.product.stock')).fill('3');
}

async function seenInStore(buyer: Visitor, id: string): Promise<void> {
  const { page, t } = buyer;
  await buyer.open('/store');
  await page.getByRole('searchbox', { name: t('store.search') }).fill('cubo reforzado');
  await buyer.button(t('store.search_submit')).click();
  await buyer.link(t('card.choose_named', { title: 'Cubo de obra reforzado' })).click();
  await buyer.arrivesAt(`/product/${id}`);
  await page.getByRole('radio', { name: '20 l' }).check();
  await buyer.sees(euros('8.95'));
  assert.equal(await page.locator('.gallery__thumbnail').count(), 2);
  const isLoaded = (image: SVGElement | HTMLElement) => image instanceof HTMLImageElement && image.naturalWidth > 0;
  assert.ok(await page.locator('.gallery__stage img').evaluate(isLoaded), 'the picture is there');
}

async function twoEditors(visitor: Visitor, another: Another): Promise<void> {
  const { shop, t } = visitor;
  const { id } = await shop.product('juego-manillas-interior');
  const other = await another({ cookies: 'session' });
  visitor.expects(409, new RegExp(`/api/products/${id}$`));
  const path = `/admin/products/${id}`;
  await atTheDesk(visitor, path);
  await atTheDesk(other, path);
  await visitor.field(t('desk.product.subtitle')).fill('De esta pantalla');
  await other.field(t('desk.product.ribbon')).fill('De la otra');
  await save(other);
  await other.toast(t('desk.product.saved'));

  await save(visitor);
  await visitor.dialog.getByText(shop.admin.email).waitFor();
  await visitor.dialog.getByText(t('desk.product.ribbon')).waitFor();
  await visitor.button(t('desk.conflict.mine'), visitor.dialog).click();
  assert.equal(await visitor.field(t('desk.product.ribbon')).inputValue(), 'De la otra');
  assert.equal(await visitor.field(t('desk.product.subtitle')).inputValue(), 'De esta pantalla');
  await save(visitor);
  await visitor.toast(t('desk.product.saved'));
  const stored = await ask<{ subtitle: string; ribbon_text: string }>(visitor, `/api/products/${id}`);
  assert.deepEqual([stored.subtitle, stored.ribbon_text], ['De esta pantalla', 'De la otra']);

  // The other one has the older state now, and gives way.
  other.expects(409, new RegExp(`/api/products/${id}$`));
  await other.field(t('desk.product.subtitle')).fill('Otra vez de la otra');
  await save(other);
  await other.sees(t('desk.conflict.both', { fields: t('desk.product.subtitle') }));
  await other.button(t('desk.conflict.theirs'), other.dialog).click();
  assert.equal(await other.field(t('desk.product.subtitle')).inputValue(), 'De esta pantalla');
  await other.sees(t('desk.product.all_saved'));
}

async function leaving(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const { id } = await shop.product('juego-manillas-interior');
  await atTheDesk(visitor, '/admin/products?q=manillas');
  await page.locator('.desk-product a').first().click();
  await visitor.arrivesAt(`/admin/products/${id}`);
  const title = visitor.field(t('desk.product.title'));
  const before = await title.inputValue();
  await title.fill('Se pierde');
  await visitor.link(t('desk.place.orders'), page.getByRole('navigation')).click();
  await visitor.button(t('desk.leave.stay'), visitor.dialog).click();
  assert.equal(await title.inputValue(), 'Se pierde');
  await page.goBack();
  await visitor.dialog.getByText(t('desk.leave.text')).waitFor();
  assert.equal(new URL(page.url()).pathname, `/admin/products/${id}`);
  await visitor.button(t('desk.leave.go'), visitor.dialog).click();
  await visitor.arrivesAt('/admin/products?q=manillas');
  assert.equal((await productOf(visitor, id)).title, before);
  // Saved, Back is one step again.
  await page.locator('.desk-product a').first().click();
  await visitor.field(t('desk.product.order')).fill('7');
  await save(visitor);
  await visitor.sees(t('desk.product.all_saved'));
  await page.goBack();
  await visitor.arrivesAt('/admin/products?q=manillas');
}

async function refusals(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  visitor.expects(422, /\/api\/products$/);
  await atTheDesk(visitor, '/admin/products/new');
  await save(visitor);
  await visitor.sees(t('form.required'));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  assert.equal(await focused(), 'title');
  await visitor.field(t('desk.product.title')).fill('Cinta');
  await visitor.field(t('desk.product.price')).fill('doce');
  await save(visitor);
  await visitor.sees(t('desk.product.wrong.price'));
  assert.equal(await focused(), 'variants/0/price');
  await visitor.field(t('desk.product.price')).fill('١٢٫٥٠');
  // What only the server knows, in a section that is folded.
  await unfold(visitor, 'desk.product.advanced');
  await visitor.field(t('desk.product.slug')).fill('con espacios');
  await page.locator('.desk-fold').last().locator('summary').click();
  await save(visitor);
  await visitor.sees(t('desk.product.wrong.slug'));
  assert.equal(await focused(), 'slug');
  await visitor.fitsTheScreen('the editor');
  await visitor.field(t('desk.product.slug')).fill('cinta-en-arabe');
  await save(visitor);
  await visitor.arrivesAt(editing);
  const [variant] = (await productOf(visitor, idOf(visitor))).variants;
  assert.equal(variant?.price_in_cents, 1250);
}

async function plannedSale(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await atTheDesk(visitor, '/admin/products');
  await visitor.link(t('desk.product.new')).click();
  await visitor.field(t('desk.product.title')).fill('Escalera de tijera');
  await visitor.field(t('desk.product.price')).fill('80');
  await visitor.field(t('desk.product.sale')).fill('60');
  const [starts, ends] = [visitor.field(t('desk.product.sale_starts')), visitor.field(t('desk.product.sale_ends'))];
  await ends.fill('2020-01-01T00:00');
  await save(visitor);
  await visitor.sees(t('desk.product.wrong.sale_over'));
  await starts.fill('2998-12-01T08:30');
  await ends.fill('2998-12-01T08:30');
  await save(visitor);
  await visitor.sees(t('desk.product.wrong.sale_end'));
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'variants/0/sale_ends_at');
  await visitor.fitsTheScreen('the editor');
  await ends.fill('2998-12-08T00:00');
  await save(visitor);
  await visitor.arrivesAt(editing);
  await visitor.sees(t('desk.product.all_saved'));
  await page.reload();
  assert.equal(await starts.inputValue(), '2998-12-01T08:30');
  const [variant] = (await productOf(visitor, idOf(visitor))).variants;
  assert.equal(variant?.sale_starts_at, '2998-12-01T07:30:00.000Z', 'on the clocks of the shop');
  await starts.fill('2020-12-01T08:30');
  await save(visitor);
  await visitor.sees(t('desk.product.sale_before', { price: euros('80.00') }));
  await page.goBack();
  await visitor.arrivesAt('/admin/products');
}

async function bulk(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const { id } = await shop.product('cilindro-seguridad-leva');
  await atTheDesk(visitor, `/admin/products/bulk?q=${encodeURIComponent('cilindro')}`);
  const before = (await productOf(visitor, id)).variants;
  const rows = page.locator('.desk-bulk-table tbody tr');
  await rows.nth(1).waitFor();
  await visitor.fitsTheScreen('the table');
  const cell = (row: number, label: string) => rows.nth(row).getByLabel(new RegExp(`^${t(label).replace(/[()]/g, '\\$&')}`));
  await cell(0, 'desk.product.price').fill('55.00');
  await cell(1, 'desk.product.stock').fill('77');
  await cell(1, 'desk.product.price').fill('1.00');
  await cell(1, 'desk.product.sale').fill('2.00');
  await save(visitor);
  await visitor.toast(t('desk.bulk.unreadable'));
  await cell(1, 'desk.product.sale').fill('');
  await visitor.sees(t('desk.bulk.count', { count: 2 }));
  await save(visitor);
  await visitor.toast(t('desk.bulk.done', { count: 2 }));
  await visitor.sees(t('desk.bulk.none'));
  const { variants } = await productOf(visitor, id);
  assert.deepEqual([variants[0]?.price_in_cents, variants[1]?.price_in_cents, variants[1]?.inventory_quantity], [5500, 100, 77]);
  assert.equal(variants[0]?.inventory_quantity, before[0]?.inventory_quantity);
}

async function dryRun(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  visitor.expects(422, /\/import/);
  const file = (text: string) => ({ name: 'productos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const found = async () => (await ask<{ count: number }>(visitor, '/api/products?q=espuertas')).count;
  await atTheDesk(visitor, '/admin/products/import');
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file('a,b\n1,2\n'));
  await visitor.sees(t('desk.import.refused'));
  await input.setInputFiles(productFile);
  await visitor.sees(t('desk.import.would'));
  await visitor.sees('shopify');

  const row = ['espuertas', 'Espuertas apilables', 'Title', 'Default Title', '7.50', 'TRUE', 'active'].join();
  await input.setInputFiles(file(`Handle,Title,Option1 Name,Option1 Value,Variant Price,Published,Status\n${row}\n`));
  await visitor.button(t('desk.import.do', { count: 1 })).waitFor();
  assert.equal(await found(), 0);
  await visitor.button(t('desk.import.do', { count: 1 })).click();
  await visitor.sees(t('desk.import.done'));
  assert.equal(await found(), 1);

  const [all] = await Promise.all([page.waitForEvent('download'), visitor.button(t('desk.export.do')).click()]);
  assert.equal(all.suggestedFilename(), 'products.csv');
  await input.setInputFiles(await all.path());
  await visitor.sees('manetes');
}

async function copied(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const { id, title } = await shop.product('bombilla-led-e27');
  await atTheDesk(visitor, `/admin/products/${id}`);
  await visitor.button(t('desk.product.duplicate')).click();
  await visitor.toast(t('desk.product.copied'));
  await visitor.seesPage(t('desk.product.copy_of', { title }));
  const copy = await productOf(visitor, idOf(visitor));
  assert.equal(copy.status, 'draft');
  assert.deepEqual(copy.variants.map(({ inventory_quantity }) => inventory_quantity), copy.variants.map(() => 0));
  await visitor.button(t('desk.product.delete')).click();
  await visitor.button(t('desk.product.delete'), visitor.dialog).click();
  await visitor.toast(t('desk.product.deleted'));
  await visitor.arrivesAt('/admin/products');
  await page.getByRole('searchbox').fill(t('desk.product.copy_of', { title }));
  await visitor.arrivesAt(/q=/);
  await visitor.sees(t('desk.nothing_title'));
}

async function stale(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const { id } = await shop.product('cinta-carrocero');
  await atTheDesk(visitor, `/admin/products/${id}`);
  const text = page.locator('.desk-text').first();
  const mark = text.getByText(t('desk.product.text_is.stale'));
  await unfold(visitor, 'desk.product.texts');
  await text.waitFor();
  assert.equal(await mark.count(), 0);
  await page.locator('input[name=title]').fill('Cinta de pintor');
  await save(visitor);
  await mark.waitFor();
  await visitor.button(t('desk.product.text_confirm'), text).click();
  await mark.waitFor({ state: 'detached' });
  await save(visitor);
  await visitor.sees(t('desk.product.all_saved'));
  const { stale_texts: left } = await ask<{ stale_texts: Record<string, string[]> }>(visitor, `/api/products/${id}`);
  assert.equal(left['en']?.includes('title') ?? false, false);
  assert.equal(left['fr']?.includes('title'), true);
}
