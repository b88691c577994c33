// The owner writes products: on a telephone, against somebody else, many at once, and from a file.

import type { DeskProduct } from '../src/api/types';
import { addToCart, asCustomer, euros, order, pay, signIn } from './support/buyer';
import { photo } from './support/photo';
import { productFile } from './support/shop';
import { at, expect, test } from './support/test';
import type { Visitor } from './support/visitor';

const small = { width: 390, height: 844 };

test.describe('products at the desk', () => {
  const onPhone = { viewport: small, isMobile: true, hasTouch: true } as const;

  test.describe(() => {
    test.use(onPhone);

    test('a product made on a telephone is bought', async ({ admin, another, page, t }) => {
      await admin.open('/admin/products');
      await admin.link(t('desk.product.new')).click();
      await expect(admin.title(t('desk.product.new'))).toBeVisible();
      await admin.field(t('desk.product.title')).fill('Cubo de obra reforzado');
      await admin.field(t('desk.product.description')).click();
      await page.keyboard.type('Aguanta yeso y cascotes.');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Con asa de acero.');
      await admin.field(t('desk.product.status')).selectOption('published');
      const notes = { name: 'apuntes.txt', mimeType: 'text/plain', buffer: Buffer.from('cubo, asa') };
      await page.locator('input[name=images]').setInputFiles([notes]);
      await expect(admin.text(t('desk.product.picture_unreadable'))).toBeVisible();
      await expect(admin.button(t('common.retry'))).toHaveCount(0);
      await admin.button(t('desk.product.picture_remove')).click();
      await expect(admin.text(t('desk.product.picture_unreadable'))).toHaveCount(0);
      await page.locator('input[name=images]').setInputFiles([
        { name: 'negro.png', mimeType: 'image/png', buffer: await photo(page, 2400) },
        { name: 'gris.png', mimeType: 'image/png', buffer: await photo(page, 700) },
      ]);
      const pictures = page.locator('.desk-picture');
      await pictures.nth(1).getByRole('textbox').fill('Cubo gris, de lado');
      await pictures.nth(0).getByRole('textbox').fill('Cubo negro, desde arriba');
      await makeVariants(admin);
      const amounts = await page.locator('.desk-variant').first().locator('.field__input').evaluateAll((inputs) => inputs.slice(0, 3).map((input) => input.getBoundingClientRect()));
      const heads = await page.locator('.desk-variants__head > *').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect()));
      expect(new Set(amounts.map(({ y }) => y)).size, 'the amounts stand in one row').toBe(1);
      amounts.forEach(({ x, width }, n) => expect(Math.abs(x - (heads[n]?.x ?? 0)) + Math.abs(width - (heads[n]?.width ?? 0)), 'below its heading').toBeLessThan(2));
      await admin.button(t('desk.move_up', { name: 'Cubo gris, de lado' })).click();
      await expect(page, 'the editor').toFitTheScreen();
      await save(admin);
      await expect(admin.toast(t('desk.product.saved'))).toBeVisible();
      await expect(page).toHaveURL(editing);
      const id = idOf(admin);
      // The page of the product takes the place of the one it was made on.
      const alts = pictures.getByRole('textbox');
      await expect(alts).toHaveCount(2);
      await expect(alts.first()).toHaveValue('Cubo gris, de lado');
      await expect(alts.last()).toHaveValue('Cubo negro, desde arriba');
      await admin.button(t('desk.product.preview')).click();
      await expect(admin.dialog.getByText('Con asa de acero.')).toBeVisible();
      await admin.dialog.locator('.dialog__header button').click();

      const buyer = await another({ viewport: small, isMobile: true, hasTouch: true });
      await asCustomer(buyer);
      await seenInStore(buyer, id);
      await addToCart(buyer, `/product/${id}`);
      await order(buyer);
      await pay(buyer);
      const { variants, slug } = await productOf(admin, id);
      expect(slug).toBe('cubo-de-obra-reforzado');
      expect(variants.map(({ price_in_cents, inventory_quantity }) => [price_in_cents, inventory_quantity])).toEqual([[650, 11], [895, 3]]);
    });
  });

  test('a description is written as it will be seen', async ({ admin, page, shop, t }) => {
    const { id } = await shop.product('juego-manillas-interior');
    await admin.open(`/admin/products/${id}`);
    const description = admin.field(t('desk.product.description'));
    // The first is the Spanish one; below stand the translations.
    const tools = page.getByRole('group', { name: t('desk.html.tools', { name: t('desk.product.description') }) }).first();
    const tool = (name: string) => tools.getByRole('button', { name, exact: true });
    await description.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('Se coloca ');
    await tool(t('desk.html.bold')).click();
    await expect(tool(t('desk.html.bold'))).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type('sin obra');
    await page.keyboard.press('Enter');
    await tool(t('desk.html.list')).click();
    await page.keyboard.type('Latón');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Pide presupuesto');
    await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft');
    await tool(t('desk.html.link')).click();
    const address = page.getByRole('textbox', { name: t('desk.html.address') });
    await address.fill('ftp://otro.example');
    await address.press('Enter');
    await expect(admin.text(t('desk.html.link_wrong'))).toBeVisible();
    await address.fill('/solicitar-presupuesto');
    await address.press('Enter');
    await expect(description.getByRole('link', { name: 'presupuesto' })).toBeVisible();
    await expect(page).toBeAccessible();
    await save(admin);
    await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
    const stored = await ask<{ description: string }>(admin, `/api/products/${id}`);
    expect(stored.description.replace(/ rel="[^"]*"/, '')).toBe(
      '<p>Se coloca <strong>sin obra</strong></p><ul><li>Latón</li><li>Pide <a href="/solicitar-presupuesto">presupuesto</a></li></ul>',
    );
    await tool(t('desk.html.undo')).click();
    await expect(admin.text(t('desk.product.unsaved'))).toBeVisible();
  });

  test('what somebody else changed meanwhile is shown and kept', async ({ admin, another, shop, t, watch }) => {
    const { id } = await shop.product('juego-manillas-interior');
    const other = await another();
    watch.expects(409, new RegExp(`/api/products/${id}$`));
    const path = `/admin/products/${id}`;
    await admin.open(path);
    await atTheDesk(other, path);
    await admin.field(t('desk.product.subtitle')).fill('De esta pantalla');
    await unfold(other, 'desk.product.placement');
    await other.field(t('desk.product.ribbon')).fill('De la otra');
    await save(other);
    await expect(other.toast(t('desk.product.saved'))).toBeVisible();

    await save(admin);
    await expect(admin.dialog.getByText(shop.admin.email)).toBeVisible();
    await expect(admin.dialog.getByText(t('desk.field.ribbon_text'))).toBeVisible();
    await admin.button(t('desk.conflict.mine'), admin.dialog).click();
    await expect(admin.field(t('desk.product.ribbon'))).toHaveValue('De la otra');
    await expect(admin.field(t('desk.product.subtitle'))).toHaveValue('De esta pantalla');
    await save(admin);
    await expect(admin.toast(t('desk.product.saved'))).toBeVisible();
    const stored = await ask<{ subtitle: string; ribbon_text: string }>(admin, `/api/products/${id}`);
    expect([stored.subtitle, stored.ribbon_text]).toEqual(['De esta pantalla', 'De la otra']);

    // The other one has the older state now, and gives way.
    other.watch.expects(409, new RegExp(`/api/products/${id}$`));
    await other.field(t('desk.product.subtitle')).fill('Otra vez de la otra');
    await save(other);
    await expect(other.text(t('desk.conflict.both', { fields: t('desk.field.subtitle') }))).toBeVisible();
    await other.button(t('desk.conflict.theirs'), other.dialog).click();
    await expect(other.field(t('desk.product.subtitle'))).toHaveValue('De esta pantalla');
    await expect(other.text(t('desk.product.all_saved'))).toBeVisible();
  });

  test('nothing is left unsaved by mistake', async ({ admin, page, shop, t }) => {
    const { id } = await shop.product('juego-manillas-interior');
    await admin.open('/admin/products?q=manillas');
    await page.locator('.desk-product a').first().click();
    await expect(page).toHaveURL(`/admin/products/${id}`);
    const title = admin.field(t('desk.product.title'));
    const before = await title.inputValue();
    await expect(admin.title(before), 'the page is read from its title').toBeFocused();
    await title.fill('Se pierde');
    await admin.link(t('desk.place.orders'), page.getByRole('navigation')).click();
    await admin.button(t('desk.leave.stay'), admin.dialog).click();
    await expect(title).toHaveValue('Se pierde');
    await page.goBack();
    await expect(admin.dialog.getByText(t('desk.leave.text'))).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/admin/products/${id}`);
    await admin.button(t('desk.leave.go'), admin.dialog).click();
    await expect(page).toHaveURL('/admin/products?q=manillas');
    expect((await productOf(admin, id)).title).toBe(before);
    // Saved, Back is one step again.
    await page.locator('.desk-product a').first().click();
    await unfold(admin, 'desk.product.placement');
    await admin.field(t('desk.product.order')).fill('7');
    await save(admin);
    await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/admin/products?q=manillas');
  });

  test.describe(() => {
    test.use({ lang: 'ar', viewport: small });

    test('refusals stand at their fields', async ({ admin, page, t, watch }) => {
      watch.expects(422, /\/api\/products$/);
      await admin.open('/admin/products/new');
      await save(admin);
      await expect(admin.text(t('form.required'))).toBeVisible();
      const focused = page.locator(':focus');
      await expect(focused).toHaveAttribute('name', 'title');
      await admin.field(t('desk.product.title')).fill('Cinta');
      await admin.field(t('desk.product.price')).fill('doce');
      await save(admin);
      await expect(admin.text(t('desk.product.wrong.price'))).toBeVisible();
      await expect(focused).toHaveAttribute('name', 'variants/0/price');
      const [wrong, bar] = await Promise.all([focused.boundingBox(), page.locator('.desk-save').boundingBox()]);
      expect((wrong?.y ?? Infinity) + (wrong?.height ?? 0), 'above the bar that saves').toBeLessThanOrEqual(bar?.y ?? 0);
      await admin.field(t('desk.product.price')).fill('١٢٫٥٠');
      // What only the server knows, in a section that is folded.
      await unfold(admin, 'desk.product.advanced');
      await admin.field(t('desk.product.slug')).fill('con espacios');
      await page.locator('.desk-fold').last().locator('summary').click();
      await save(admin);
      await expect(admin.text(t('desk.product.wrong.slug'))).toBeVisible();
      await expect(focused).toHaveAttribute('name', 'slug');
      await expect(page, 'the editor').toFitTheScreen();
      await admin.field(t('desk.product.slug')).fill('cinta-en-arabe');
      await save(admin);
      await expect(page).toHaveURL(editing);
      const [variant] = (await productOf(admin, idOf(admin))).variants;
      expect(variant?.price_in_cents).toBe(1250);
    });
  });

  test('what is taken out or given up by mistake can be kept', async ({ admin, page, shop, t }) => {
    const { id } = await shop.product('latiguillo-flexible-inox');
    await admin.open(`/admin/products/${id}`);
    await unfold(admin, 'desk.product.options');
    const variants = page.locator('.desk-variant');
    const values = page.locator('.desk-value');
    const before = await values.count();
    await expect(variants).toHaveCount(before);
    await values.first().getByRole('button').press('Enter');
    await expect(admin.toast(t('desk.product.variants_go', { count: 1 }))).toBeVisible();
    await expect(variants).toHaveCount(before - 1);
    await expect(values.first().getByRole('button'), 'the next one has the focus').toBeFocused();
    await page.locator('.toast__action').click();
    await expect(variants).toHaveCount(before);
    const title = admin.field(t('desk.product.title'));
    const called = await title.inputValue();
    await title.fill('Se descarta');
    await admin.button(t('desk.settings.discard')).click();
    await admin.button(t('desk.leave.stay'), admin.dialog).click();
    await expect(title).toHaveValue('Se descarta');
    await admin.button(t('desk.settings.discard')).click();
    await admin.button(t('desk.discard.go'), admin.dialog).click();
    await expect(title).toHaveValue(called);
    await expect(admin.button(t('desk.save'))).toBeFocused();
  });

  test.describe(() => {
    test.use({ lang: 'en', viewport: small });

    test('prices and stock of several variants change together', async ({ admin, page, shop, t }) => {
      const { id } = await shop.product('cilindro-seguridad-leva');
      await admin.open(`/admin/products/bulk?q=${encodeURIComponent('cilindro')}`);
      const before = (await productOf(admin, id)).variants;
      const rows = page.locator('.desk-bulk-table tbody tr');
      await expect(rows.nth(1)).toBeVisible();
      await expect(page, 'the table').toFitTheScreen();
      const cell = (row: number, label: string) => rows.nth(row).getByLabel(new RegExp(`^${t(label).replace(/[()]/g, '\\$&')}`));
      await cell(0, 'desk.product.price').fill('55.00');
      await cell(1, 'desk.product.stock').fill('77');
      await cell(1, 'desk.product.price').fill('1.00');
      await cell(1, 'desk.product.sale').fill('2.00');
      await save(admin);
      await expect(admin.toast(t('desk.bulk.unreadable'))).toBeVisible();
      await expect(cell(1, 'desk.product.sale'), 'and at the field').toHaveAccessibleDescription(t('desk.bulk.unreadable'));
      await cell(1, 'desk.product.sale').fill('');
      await expect(admin.text(t('desk.bulk.count', { count: 2 }))).toBeVisible();
      await save(admin);
      await expect(admin.toast(t('desk.bulk.done', { count: 2 }))).toBeVisible();
      await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
      const { variants } = await productOf(admin, id);
      expect([variants[0]?.price_in_cents, variants[1]?.price_in_cents, variants[1]?.inventory_quantity]).toEqual([5500, 100, 77]);
      expect(variants[0]?.inventory_quantity).toBe(before[0]?.inventory_quantity);
    });
  });

  test.describe(() => {
    test.use(onPhone);

    test('a sale is planned on a telephone', async ({ admin, page, t }) => {
      await admin.open('/admin/products');
      await admin.link(t('desk.product.new')).click();
      await admin.field(t('desk.product.title')).fill('Escalera de tijera');
      await admin.field(t('desk.product.price')).fill('80');
      await admin.field(t('desk.product.sale')).fill('60');
      const [starts, ends] = [admin.field(t('desk.product.sale_starts')), admin.field(t('desk.product.sale_ends'))];
      await ends.fill('2020-01-01T00:00');
      await save(admin);
      await expect(admin.text(t('desk.product.wrong.sale_over'))).toBeVisible();
      await starts.fill('2998-12-01T08:30');
      await ends.fill('2998-12-01T08:30');
      await save(admin);
      await expect(admin.text(t('desk.product.wrong.sale_end'))).toBeVisible();
      await expect(page.locator(':focus')).toHaveAttribute('name', 'variants/0/sale_ends_at');
      await expect(page, 'the editor').toFitTheScreen();
      await ends.fill('2998-12-08T00:00');
      await save(admin);
      await expect(page).toHaveURL(editing);
      await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
      await page.reload();
      await expect(starts).toHaveValue('2998-12-01T08:30');
      const [variant] = (await productOf(admin, idOf(admin))).variants;
      expect(variant?.sale_starts_at, 'on the clocks of the shop').toBe('2998-12-01T07:30:00.000Z');
      await starts.fill('2020-12-01T08:30');
      await save(admin);
      await expect(admin.text(t('desk.product.sale_before', { price: euros('80.00') }))).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/admin/products');
    });
  });

  test.describe(() => {
    test.use({ lang: 'es', viewport: small });

    test('chosen products are hidden together, and shown again', async ({ admin, shop, t }) => {
      const two = [await shop.product('juego-manillas-interior'), await shop.product('placa-puerta-grabada')];
      const statuses = () => Promise.all(two.map(async ({ id }) => (await productOf(admin, id)).status));
      await admin.open('/admin/products?q=puerta');
      for (const { title } of two) await admin.field(t('desk.choose', { name: title })).check();
      await admin.button(t('desk.products.status_open')).click();
      await expect(admin.dialog.getByText(t('desk.products.status_title', { count: 2 }))).toBeVisible();
      await admin.field(t('desk.products.status_label')).selectOption('draft');
      await admin.button(t('desk.products.status_yes'), admin.dialog).click();
      await expect(admin.toast(t('desk.products.became.draft', { count: 2 }))).toBeVisible();
      expect(await statuses()).toEqual(['draft', 'draft']);
      await admin.button(t('common.undo')).click();
      await expect(admin.toast(t('desk.products.status_undone'))).toBeVisible();
      expect(await statuses()).toEqual(['published', 'published']);
    });

    test('chosen products are put on sale together, and taken back', async ({ admin, page, shop, t }) => {
      const [sold, other] = [await shop.product('juego-manillas-interior'), await shop.product('placa-puerta-grabada')];
      const sales = async (id: string) => (await productOf(admin, id)).variants.map((variant) => variant.sale_price_in_cents);
      const before = await sales(sold.id);
      await admin.open('/admin/products?q=puerta');
      for (const { title } of [sold, other]) await admin.field(t('desk.choose', { name: title })).check();
      await admin.button(t('desk.sale.open')).click();
      await admin.button(t('desk.sale.preview'), admin.dialog).click();
      await expect(admin.dialog.getByText(t('form.required'))).toBeVisible();
      await admin.field(t('desk.sale.value_is.percent_off')).fill('10');
      await admin.button(t('desk.sale.preview'), admin.dialog).click();
      await expect(admin.dialog.getByText(other.title)).toBeVisible();
      await expect(page, 'the preview').toFitTheScreen();
      await expect(page).toBeAccessible();
      await admin.button(t('desk.sale.apply', { count: 2 }), admin.dialog).click();
      await expect(admin.text(t('desk.sale.done', { count: 2 }))).toBeVisible();
      const { variants } = await productOf(admin, sold.id);
      expect(variants.map((variant) => variant.sale_price_in_cents)).toEqual(variants.map((v) => Math.floor(v.price_in_cents * 0.9 + 0.5)));
      await admin.button(t('common.undo')).click();
      await expect(admin.toast(t('desk.sale.undone'))).toBeVisible();
      expect(await sales(sold.id)).toEqual(before);

      // All variants of one, in its editor.
      await admin.open(`/admin/products/${other.id}`);
      await admin.button(t('desk.sale.all_variants')).click();
      await admin.field(t('desk.sale.act')).selectOption('amount_off');
      await admin.field(t('desk.sale.value_is.amount_off')).fill('0.5');
      await admin.button(t('desk.sale.preview'), admin.dialog).click();
      await admin.button(t('desk.sale.apply', { count: 1 }), admin.dialog).click();
      await expect(admin.text(t('desk.sale.done', { count: 1 }))).toBeVisible();
      const [first] = (await productOf(admin, other.id)).variants;
      const typed = ((first?.sale_price_in_cents ?? 0) / 100).toFixed(2).replace('.', ',');
      await expect(page.locator('[name="variants/0/sale_price"]')).toHaveValue(typed);
      await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
    });

    test('a planned sale says which running one it ends, and can be taken back until its notice is closed', async ({ admin, page, shop, t }) => {
      const { id } = await shop.product('juego-manillas-interior');
      const sale = async () => (await productOf(admin, id)).variants.map((v) => [v.sale_price_in_cents, v.sale_starts_at]);
      const put = async (percent: string, starts?: string) => {
        await admin.button(t('desk.sale.all_variants')).click();
        await admin.field(t('desk.sale.value_is.percent_off')).fill(percent);
        if (starts !== undefined) await admin.dialog.locator('[name=starts_at]').fill(starts);
        await admin.button(t('desk.sale.preview'), admin.dialog).click();
      };
      await page.clock.install();
      await admin.open(`/admin/products/${id}`);
      await put('10');
      await expect(admin.dialog.getByText(`${t('desk.sale.from_now')} ${t('desk.sale.until_removed')}`)).toBeVisible();
      await admin.button(t('desk.sale.apply', { count: 1 }), admin.dialog).click();
      await expect(admin.text(t('desk.sale.done', { count: 1 }))).toBeVisible();
      const running = await sale();

      await put('20', '2998-12-01T08:30');
      const ends = t('desk.sale.ends_running', { sale: '', price: '' }).split('(')[0] ?? '';
      await expect(admin.dialog.getByText(ends).first()).toBeVisible();
      await expect(admin.dialog.getByText(/2998/)).toBeVisible();
      await expect(page, 'the preview').toFitTheScreen();
      await expect(page).toBeAccessible();
      await admin.button(t('desk.sale.apply', { count: 1 }), admin.dialog).click();
      await expect(admin.text(t('desk.sale.planned', { count: 1 }))).toBeVisible();
      expect((await sale())[0]?.[1]).toBe('2998-12-01T07:30:00.000Z');

      // On another page, and much later: that a sale was planned still stands there, until it is closed or taken back.
      await page.locator('.desk__nav a[href="/admin/products"]').first().click();
      const row = page.locator('.desk-product').filter({ has: page.locator(`a[href$="${id}"]`) });
      await expect(row.getByText(t('desk.products.sale_planned', { at: '' }).trim())).toBeVisible();
      await expect(page, 'the list').toFitTheScreen();
      await page.clock.fastForward(600_000);
      await admin.button(t('common.undo')).click();
      await expect(admin.toast(t('desk.sale.undone'))).toBeVisible();
      expect(await sale()).toEqual(running);
    });
  });

  test('a file tells what it would do before it does it', async ({ visitor, page, t, watch }) => {
    watch.expects(422, /\/import/);
    const file = (text: string) => ({ name: 'productos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const listed = () => ask<{ products: { title: string }[] }>(visitor, '/api/products?q=espuertas');
    const found = async () => (await listed()).products.filter(({ title }) => title === 'Espuertas apilables').length;
    await atTheDesk(visitor, '/admin/products/import');
    const input = page.locator('input[type=file]');
    await input.setInputFiles(file('a,b\n1,2\n'));
    await expect(page.locator('.error-box__title'), 'the reason comes first').toHaveText(t('desk.import.problem.unknown_header'));
    await expect(visitor.text(t('desk.import.refused_file'))).toBeVisible();
    await input.setInputFiles(productFile);
    await expect(visitor.text(t('desk.import.would'))).toBeVisible();
    await expect(visitor.text('Shopify')).toBeVisible();

    // All that is wrong with a row at once; with a mark that is never closed nobody knows what the rest is.
    const own = (await (await visitor.context.request.get('/api/admin/products/export')).text()).split('\n')[0] ?? '';
    const cells: Record<string, string> = { manetes: 'product', slug: 'cubo', price: 'caro', status: 'published', is_hidden: 'false', purchasable: 'true', manage_inventory: 'false', inventory_quantity: 'x' };
    const cubo = own.trim().replace('\ufeff', '').split(',').map((name) => cells[name] ?? (name === 'sort_order' || name === 'tax_percent' ? '1' : ''));
    await input.setInputFiles(file(`${own.trim()}\n${cubo.join()}\n`));
    await expect(visitor.text(t('desk.import.problem.not_an_amount', { written: 'caro' }))).toBeVisible();
    await expect(visitor.text(t('desk.import.problem.not_whole', { written: 'x' }))).toBeVisible();
    await expect(page.locator('.desk-notes bdi').getByText('title', { exact: true })).toBeVisible();
    await expect(visitor.text(t('desk.import.nothing_left'))).toBeVisible();
    await expect(visitor.button(t('desk.import.rest'))).toHaveCount(0);
    await input.setInputFiles(file('Handle,Title,Variant Price\ncubo,Cubo,1\npala,"Pala,2\npico,Pico,3\n'));
    await expect(visitor.text(t('desk.import.problem.open_quote', { written: 'Pala,2', line: 3 }))).toBeVisible();
    await expect(visitor.button(t('desk.import.rest'))).toHaveCount(0);

    const wrong = Array.from({ length: 120 }, (_, n) => `p${n},Producto,caro`).join('\n');
    await input.setInputFiles(file(`Handle,Title,Variant Price\n${wrong}\n`));
    await expect(visitor.text(t('desk.import.more', { n: 20 }))).toBeVisible();
    await input.setInputFiles(file('Handle,Title,Variant Price\nmuestra,Muestra de color,0\n'));
    await expect(visitor.text(t('desk.import.note.free', { title: 'Muestra de color' }))).toBeVisible();

    const row = ['espuertas', 'Espuertas apilables', 'Title', 'Default Title', '7.50', 'TRUE', 'active'].join();
    const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Published,Status';
    await input.setInputFiles(file(`${header}\n${row}\ncubo,Cubo,,,caro,TRUE,active\n`));
    await expect(visitor.text(t('desk.import.refused_rows'))).toBeVisible();
    await visitor.button(t('desk.import.rest')).click();
    await expect(visitor.text(t('desk.import.problems'))).toBeVisible();
    await expect(visitor.text(`Variant Price: ${t('desk.import.problem.not_an_amount', { written: 'caro' })}`)).toBeVisible();
    await expect(visitor.button(t('desk.import.do', { count: 1 }))).toBeVisible();
    await expect(page.locator('.desk-notes li').filter({ hasText: 'Espuertas apilables' }).first()).toContainText('7,50');
    expect(await found()).toBe(0);
    await visitor.button(t('desk.import.do', { count: 1 })).click();
    await expect(visitor.text(t('desk.import.done'))).toBeVisible();
    await expect(visitor.text(t('desk.import.count.left_out'))).toBeVisible();
    expect(await found()).toBe(1);

    // What else of a product becomes another, before and after.
    const described = file(`${header},Body (HTML),Type\n${row},<p>De goma reciclada.</p>,Obra\n`);
    await input.setInputFiles(described);
    const told = page.locator('.desk-notes li').filter({ hasText: 'Espuertas apilables' }).first();
    await expect(told).toContainText(`${t('desk.field.description')}: De goma reciclada.`);
    await expect(told).toContainText(`${t('desk.field.type')}: Obra`);
    await expect(page).toBeAccessible();

    const [all] = await Promise.all([page.waitForEvent('download'), visitor.button(t('desk.export.do')).click()]);
    expect(all.suggestedFilename()).toBe('products.csv');
    await input.setInputFiles(await all.path());
    await expect(visitor.text(t('desk.import.format_own'))).toBeVisible();
    await expect(visitor.text(t('desk.import.nothing_new'))).toBeVisible();
  });

  test.describe(() => {
    test.use({ lang: 'en' });

    test('a translation is marked when its Spanish text changes', async ({ admin, page, shop, t }) => {
      const { id } = await shop.product('cinta-carrocero');
      await admin.open(`/admin/products/${id}`);
      const text = page.locator('.desk-text').first();
      const mark = text.getByText(t('desk.product.text_is.stale'));
      await unfold(admin, 'desk.product.texts');
      await expect(text).toBeVisible();
      await expect(mark).toHaveCount(0);
      await page.locator('input[name=title]').fill('Cinta de pintor');
      await save(admin);
      await expect(mark).toBeVisible();
      await admin.button(t('desk.product.text_confirm'), text).click();
      await expect(mark).toHaveCount(0);
      await save(admin);
      await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
      const { stale_texts: left } = await ask<{ stale_texts: Record<string, string[]> }>(admin, `/api/products/${id}`);
      expect(left['ca']?.includes('title') ?? false).toBe(false);
      expect(left['fr']?.includes('title')).toBe(true);
    });
  });

  test('a copy is a draft of its own until it is deleted', async ({ admin, page, shop, t, watch }) => {
    const { id, title } = await shop.product('bombilla-led-e27');
    await admin.open(`/admin/products/${id}`);
    await admin.button(t('desk.product.duplicate')).click();
    await expect(admin.toast(t('desk.product.copied'))).toBeVisible();
    await expect(admin.title(t('desk.product.copy_of', { title }))).toBeVisible();
    const copy = await productOf(admin, idOf(admin));
    expect(copy.status).toBe('draft');
    expect(copy.variants.map(({ inventory_quantity }) => inventory_quantity)).toEqual(copy.variants.map(() => 0));
    await admin.button(t('desk.product.delete')).click();
    await admin.button(t('desk.product.delete'), admin.dialog).click();
    await expect(admin.toast(t('desk.product.deleted'))).toBeVisible();
    await expect(page).toHaveURL('/admin/products');
    await page.getByRole('searchbox').fill(t('desk.product.copy_of', { title }));
    await expect(page).toHaveURL(at(/q=/));
    await expect(admin.text(t('desk.nothing_title'))).toBeVisible();

    // Among the deleted ones it is found, with what that means. The log leads to its own page, which brings it back, too.
    await admin.open('/admin/products');
    await admin.link(t('desk.products.deleted')).click();
    await expect(admin.text(t('desk.products.deleted_note'))).toBeVisible();
    await expect(page.locator('.desk-product--deleted').filter({ hasText: t('desk.product.copy_of', { title }) })).toBeVisible();
    await admin.open('/admin/log?act=product');
    const entry = page.locator('.desk-log').filter({ hasText: t('desk.act.product.deleted') }).first();
    await expect(entry).toContainText(t('desk.product.copy_of', { title }));
    watch.expects(404, /\/api\/products\//);
    await entry.getByRole('link').click();
    await expect(admin.title(t('desk.product.copy_of', { title }))).toBeVisible();
    await expect(admin.text(t('desk.products.gone_title'))).toBeVisible();
    await admin.button(t('desk.products.restore')).click();
    await expect(admin.toast(t('desk.products.restored'))).toBeVisible();
    await expect(admin.button(t('desk.product.duplicate')), 'it is written again').toBeVisible();
    await admin.open('/admin/products/none');
    await expect(admin.text(t('desk.gone_title'))).toBeVisible();
    await expect(admin.button(t('common.retry'))).toHaveCount(0);
    await admin.link(t('desk.place.products'), page.locator('.error-box')).click();
    await expect(page).toHaveURL('/admin/products');
  });
});

async function atTheDesk(visitor: Visitor, path: string): Promise<void> {
  await signIn(visitor, visitor.shop.admin);
  await visitor.open(path);
}

/** What the server answers to the owner. */
async function ask<T>({ context }: Visitor, path: string): Promise<T> {
  const answer = await context.request.get(path, { headers: { 'X-Session-Transport': 'cookie' } });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()) as T;
}

const productOf = (visitor: Visitor, id: string) => ask<DeskProduct>(visitor, `/api/products/${id}`);

const editing = at(/^\/admin\/products\/(?!new)[\w-]+$/);
const idOf = ({ page }: Visitor) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const save = (visitor: Visitor) => visitor.button(visitor.t('desk.save')).click();

/** Opens a section that is folded. */
async function unfold({ page, t }: Visitor, title: string): Promise<void> {
  const section = page.locator('.desk-fold').filter({ has: page.getByRole('heading', { name: t(title), exact: true }) });
  if ((await section.getAttribute('open')) === null) await section.locator('summary').first().click();
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
  await variants.first().getByRole('textbox', { name: t('desk.product.stock') }).fill('12');
  // The return key in a value that is there already ends it as well, and saves nothing half done.
  const here = page.url();
  await visitor.field(t('desk.product.value', { n: 1, name: 'Capacidad' })).press('Enter');
  await expect(value).toBeFocused();
  await value.fill('20 l');
  await value.press('Enter');
  expect(page.url(), 'nothing was saved').toBe(here);
  await expect(variants.nth(1).getByRole('heading', { name: '20 l' })).toBeVisible();
  await expect(variants.nth(1).getByLabel(t('desk.product.price')), 'as the first').toHaveValue('6,50');
  await variants.nth(1).getByLabel(t('desk.product.price')).fill('8.95');
  await variants.nth(1).getByRole('textbox', { name: t('desk.product.stock') }).fill('3');
}

async function seenInStore(buyer: Visitor, id: string): Promise<void> {
  const { page, t } = buyer;
  await buyer.open('/store');
  await page.getByRole('searchbox', { name: t('store.search') }).fill('cubo reforzado');
  await buyer.button(t('store.search_submit')).click();
  await buyer.link(t('card.choose_named', { title: 'Cubo de obra reforzado' })).click();
  await expect(page).toHaveURL(`/product/${id}`);
  await page.getByRole('radio', { name: '20 l' }).check();
  await expect(buyer.text(euros('8.95'))).toBeVisible();
  await expect(page.locator('.gallery__thumbnail')).toHaveCount(2);
  const isLoaded = (image: SVGElement | HTMLElement) => image instanceof HTMLImageElement && image.naturalWidth > 0;
  expect(await page.locator('.gallery__stage img').evaluate(isLoaded), 'the picture is there').toBe(true);
}
