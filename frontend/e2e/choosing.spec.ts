// What a buyer has to choose before it goes into the cart, and what cannot be had in any variant.

import assert from 'node:assert/strict';
import { chooseFirst, euros } from './support/buyer';
import { expect, phone, test } from './support/test';

const lock = 'candado-arco-templado';

test.describe('a product in several sizes', () => {
  test('asks for the size with the button that buys, and takes it with one tap', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf(lock));
    const sizes = page.getByRole('radio');
    const price = page.locator('.buy-box .price');
    await expect(page.locator(':checked')).toHaveCount(0);
    await expect(price).toContainText(`${t('price.from')}${euros('12.90')}`);
    await expect(page.locator('.stock')).toHaveText(t('stock.available'));
    await visitor.button(t('product.choose', { option: 'Ancho' })).click();
    await expect(sizes.first()).toBeFocused();
    await expect(page.getByRole('group', { name: 'Ancho' })).toHaveAccessibleDescription(t('product.choose_first'));
    await expect(visitor.cartWith(0)).toBeVisible();
    await expect(page).toBeAccessible();
    await page.getByRole('radio', { name: '50 mm' }).check();
    await expect(price).not.toContainText(t('price.from'));
    await expect(price).toContainText(euros('16.90'));
    await visitor.button(t('product.add')).click();
    await expect(visitor.toast('(50 mm)')).toBeVisible();
  });

  test('is chosen by whoever comes for one of them', async ({ visitor, page, shop, t }) => {
    await visitor.open(`${await shop.pathOf(lock)}?variant=${await shop.variantOf(lock)}`);
    await expect(page.locator(':checked')).toHaveCount(1);
    await expect(visitor.button(t('product.add'))).toBeEnabled();
  });

  test('shows its colour, which need not be chosen, and asks for the size alone', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf('pintura-plastica-mate'));
    await expect(page.getByRole('group', { name: 'Color' }).locator(':checked')).toHaveCount(1);
    for (const [colour, picture] of [['Gris perla', 'pintura-gris-perla'], ['Blanco roto', 'pintura-blanco-roto'], ['Verde salvia', 'pintura-plastica']] as const) {
      await page.getByRole('radio', { name: colour }).check();
      await expect(page.locator('.gallery__open')).toHaveAttribute('href', `/media/demo/${picture}`);
    }
    await expect(visitor.button(t('product.choose', { option: 'Formato' }))).toBeVisible();
    await page.getByRole('radio', { name: '4 L', exact: true }).check();
    await visitor.button(t('product.add')).click();
    await expect(visitor.toast('(Verde salvia / 4 L)')).toBeVisible();
  });

  test('of what is made for its buyer asks for everything, counts a long text, and says what may stay empty', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf('placa-puerta-grabada'));
    await expect(page.locator(':checked')).toHaveCount(0);
    await expect(page.getByText('1 / 3', { exact: true }), 'the picture of its card, until a material is chosen').toBeVisible();
    await expect(page.locator('.terms'), 'when it arrives').toContainText(new RegExp(t('product.made_arrives', { from: '\\d.*', until: '\\d.*' })));
    await expect(visitor.field(t('product.field_optional', { field: 'Segunda línea, piso y puerta' }))).toBeVisible();
    const text = visitor.field('Texto de la placa');
    await expect(text, 'what fits on it').toHaveAccessibleDescription(t('product.field_most', { most: 40 }));
    await text.fill('P'.repeat(33));
    await expect(text).toHaveAccessibleDescription(t('product.field_length', { length: 33, most: 40 }));
    await text.fill('P'.repeat(41));
    await expect(text, 'nothing is cut off in silence').toHaveAccessibleDescription(new RegExp(t('product.field_over', { length: 41, most: 40 })));
    await page.getByRole('radio', { name: 'Latón' }).check();
    await visitor.button(t('product.add')).click();
    await expect(text).toBeFocused();
    await expect(visitor.cartWith(0)).toBeVisible();
    await text.fill('Familia Puig');
    await expect(text).toHaveAccessibleDescription(t('product.field_most', { most: 40 }));
    await page.getByRole('radio', { name: 'Latón' }).check();
    await expect(visitor.button(t('product.add'))).toBeEnabled();
  });

  test('a lamp has the class of its label beside its price, which leads to the sheet', async ({ visitor, page, shop, t }) => {
    await visitor.open(await shop.pathOf('bombilla-led-e27'));
    const label = page.locator('.buy-box').getByRole('link', { name: t('energy.sheet') });
    await expect(label).toHaveAccessibleName(new RegExp(t('energy.class', { class: 'F', best: 'A', worst: 'G' })));
    const sheet = await page.request.get((await label.getAttribute('href')) ?? '');
    expect(sheet.headers()['content-type']).toContain('pdf');
    await expect(page).toBeAccessible();
  });

  test('a class of energy is written at the desk from the names that mean more, and stands beside the price of the card at once', async ({ admin, another, shop, t }) => {
    const { id, title } = await shop.product('llave-ajustable');
    const buyer = await another();
    const card = buyer.page.locator('.card').filter({ hasText: title });
    const named = t('energy.class', { class: 'C', best: 'A', worst: 'G' });
    await buyer.open('/store?q=ajustable');
    await expect(card).toBeVisible();
    await expect(card.locator('.energy__arrow')).toHaveCount(0);
    await admin.open(`/admin/products/${id}`);
    await admin.page.locator('summary').filter({ hasText: t('desk.product.facts') }).click();
    await admin.button(t('desk.product.attribute_add')).click();
    const [name, value] = [0, 1].map((at) => admin.page.locator('.desk-fact').last().locator('input').nth(at));
    assert(name && value);
    const names = admin.page.locator(`datalist[id="${await name.getAttribute('list')}"] option`);
    await expect(names).toHaveCount(4);
    await name.fill((await names.first().getAttribute('value')) ?? '');
    await expect(value).toHaveAttribute('placeholder', 'F (A–G)');
    await value.fill('C (A–G)');
    await admin.button(t('desk.save')).click();
    await expect(admin.toast(t('desk.product.saved'))).toBeVisible();
    await admin.button(t('desk.product.preview')).click();
    await expect(admin.page.getByRole('dialog').locator('.energy__mark')).toContainText(named);
    await buyer.open('/store?q=ajustable');
    await expect(card.locator('.price')).toContainText(named);
    await expect(buyer.page).toBeAccessible();
    await buyer.page.getByRole('searchbox').fill('llave ajus');
    await expect(buyer.page.getByRole('option', { name: title }).last()).toContainText(named);
  });

  test.describe('on a telephone', () => {
    test.use({ viewport: phone });

    test('its classes stand on its card, which they belong to', async ({ visitor, page, shop, t }) => {
      await visitor.open('/store?q=split');
      const marks = page.locator('.card .energy__mark');
      await expect(marks).toHaveText([/^Clase en frío.*A\+\+\+.*D/, /^Clase en calor.*A\+\+\+.*D/]);
      await expect(page).toFitTheScreen();
      await marks.first().evaluate((mark) => mark.scrollIntoView({ block: 'center', behavior: 'instant' }));
      const arrow = await marks.first().locator('.energy__arrow').boundingBox();
      await page.mouse.click((arrow?.x ?? 0) + 9, (arrow?.y ?? 0) + 9);
      await expect(page).toHaveURL(await shop.pathOf('aire-acondicionado-split'));
      await expect(page.locator('.buy-box').getByText(t('energy.sheet'))).toHaveCount(2);
    });

    for (const lang of ['es', 'ar'] as const) {
      test(`is asked for from the foot of the screen, too, in ${lang}`, async ({ visitor, page, shop }) => {
        await visitor.open(`${await shop.pathOf(lock)}?lang=${lang}`);
        await visitor.readsIn(lang);
        await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
        const bar = page.locator('.buy-bar').getByRole('button');
        await expect(bar).toContainText(visitor.t('price.from'));
        await expect(page).toFitTheScreen();
        await bar.click();
        const first = page.getByRole('radio').first();
        await expect(first).toBeFocused();
        await expect(first).toBeInViewport();
        await chooseFirst(visitor);
        await expect(visitor.button(visitor.t('product.add'))).toBeEnabled();
      });
    }
  });
});

test.describe('on a screen between a telephone and a desk', () => {
  test.use({ viewport: { width: 768, height: 640 } });

  test('what buys is never below the strip with the ways to reach the firm', async ({ visitor, page, shop }) => {
    await visitor.open(await shop.pathOf('taladro-atornillador-18v'));
    const strip = page.getByRole('complementary', { name: visitor.t('contact.quick') });
    const bar = page.locator('.buy-bar').getByRole('button');
    const add = visitor.button(visitor.t('product.add'));
    const brought = (to: 'start' | 'center' | 'end') => add.evaluate((one, block) => one.scrollIntoView({ block, behavior: 'instant' }), to);
    await brought('center');
    await expect(bar).toHaveCount(0);
    const top = (await strip.boundingBox())?.y ?? 0;
    const { y = 0 } = (await add.boundingBox()) ?? {};
    // Half a button is behind the strip.
    await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), y - top + 20);
    await expect(bar).toBeVisible();
    await bar.click();
    await expect(visitor.toast(visitor.t('cart.added'))).toBeVisible();
  });
});

test('what is fetched before a product page is read is the picture it shows, and no other', async ({ visitor, page, shop }) => {
  for (const slug of ['placa-puerta-grabada', 'pintura-plastica-mate', lock]) {
    await visitor.open(await shop.pathOf(slug));
    const shown = await page.locator('.gallery__open').getAttribute('href');
    await expect(page.locator('head link[rel=preload][as=image]'), slug).toHaveAttribute('href', shown ?? '—');
  }
});

test('what is sold with its fitting alone says what its price is of', async ({ visitor, page, shop, t }) => {
  await visitor.open(await shop.pathOf('aire-acondicionado-split'));
  const told = page.locator('.buy-box__tax');
  await expect(told).toContainText(t('product.price_fitted'));
  await visitor.link(t('product.see_tariff'), told).click();
  await expect(page).toHaveURL('/tarifas');
});

test('a product that is sold out in every variant says so on its card, and its page offers to tell', async ({ visitor, page, shop, t }) => {
  const { id, title } = await shop.product('llave-ajustable');
  const stock = (pieces: number) => shop.sql(`UPDATE variants SET inventory_quantity = ${pieces} WHERE product_id = '${id}'`);
  await stock(0);
  try {
    await visitor.open('/store?q=llave+ajustable');
    await visitor.link(t('card.sold_out_named', { title })).click();
    await expect(visitor.title(title)).toBeVisible();
    await expect(page.getByRole('spinbutton', { name: t('quantity.label') }), 'nothing to count').toHaveCount(0);
    await expect(visitor.button(t('product.add')), 'no button that does nothing').toHaveCount(0);
    await visitor.button(t('stock.tell_me')).click();
    await expect(page.getByRole('textbox', { name: t('finding.tell_email') })).toBeVisible();

    await page.setViewportSize(phone);
    await visitor.open(`/product/${id}`);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page).toFitTheScreen();
    await visitor.button(t('stock.tell_me_short'), page.locator('.buy-bar')).click();
    const email = page.getByRole('textbox', { name: t('finding.tell_email') });
    await expect(email).toBeFocused();
    await expect(email).toBeInViewport();
    await expect(page.locator('.buy-bar')).toHaveCount(0);
  } finally {
    await stock(20);
  }
});
