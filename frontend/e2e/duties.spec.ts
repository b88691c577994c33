// What the law wants told of each product, and before somebody is bound.

import { addToCart, buyNow } from './support/buyer';
import { expect, phone, test } from './support/test';

const paint = 'pintura-plastica-mate';

for (const lang of ['es', 'ar'] as const) {
  test.describe(`what a product owes its buyer, in ${lang}`, () => {
    test.use({ lang, viewport: phone });

    test('stands beside its price and below what is told of it', async ({ visitor, shop }) => {
      const { page, t } = visitor;
      await visitor.open(await shop.pathOf(paint));
      const unit = page.locator('.buy-box .price small');
      await expect(unit).toHaveText(/6[.,]73/);
      await page.locator('.choices').last().locator('label').last().click();
      await expect(unit, 'of the larger tin').toHaveText(/5[.,]33/);
      const safety = page.getByRole('region', { name: t('safety.title') });
      await expect(safety.getByText('Colorat Pinturas (ejemplo)')).toBeVisible();
      await expect(safety.getByRole('link', { name: 'https://colorat.example/seguridad' })).toBeVisible();
      await safety.scrollIntoViewIfNeeded();
      await expect(page).toFitTheScreen();
      await expect(page).toBeAccessible();
    });

    test('stands on cards, too', async ({ visitor }) => {
      await visitor.open('/store?q=pintura');
      await expect(visitor.page.locator('.card .price small').first()).toHaveText(/6[.,]73/);
      await expect(visitor.page).toFitTheScreen();
    });

    test('and the legal guarantee above the button that buys, the sum next to it', async ({ visitor, shop }) => {
      const { page, t } = visitor;
      await addToCart(visitor, await shop.pathOf(paint));
      await expect(visitor.cartWith(1)).toBeVisible();
      await visitor.open('/checkout?guest=1');
      const spain = visitor.text(t('guarantee.spain'));
      await expect(spain).toBeVisible();
      const places = await Promise.all([spain, page.locator('.sums__total'), visitor.button(buyNow(t))].map((one) => one.boundingBox()));
      const [line = NaN, sum = NaN, button = NaN] = places.map((box) => box?.y);
      expect(line, 'the guarantee first').toBeLessThan(sum);
      expect(button - sum, 'the sum on the same screen').toBeLessThan(240);
      expect(button, 'and above the button').toBeGreaterThan(sum);
      await expect(page).toFitTheScreen();
      await expect(page).toBeAccessible();
    });
  });
}

test.describe('at the desk', () => {
  for (const [name, lang, viewport] of [['a maker is written once and chosen for many products', 'es', undefined], ['so it is on a phone, from right to left', 'ar', phone]] as const) {
    test.describe(() => {
      test.use({ lang, ...(viewport && { viewport }) });

      test(name, async ({ admin, page, t }) => {
        const called = `Ferralla ${lang}`;
        await admin.open('/admin/products/makers');
        await admin.button(t('desk.makers.new')).click();
        await expect(page).toBeAccessible();
        await admin.dialog.getByLabel(t('desk.makers.name')).fill(called);
        await admin.dialog.getByLabel(t('desk.makers.address'), { exact: true }).fill('Calle de Ejemplo, 9');
        await admin.dialog.getByLabel(t('desk.makers.contact'), { exact: true }).fill('hola@ferralla.example');
        await admin.button(t('desk.save'), admin.dialog).click();
        await expect(admin.toast(t('desk.makers.saved'))).toBeVisible();
        await expect(admin.text(called)).toBeVisible();
        await expect(page).toFitTheScreen();

        await admin.open('/admin/products?q=candado');
        await page.getByLabel(t('desk.choose_all')).check();
        await admin.button(t('desk.makers.assign')).click();
        await admin.dialog.getByLabel(t('desk.product.maker')).selectOption({ label: called });
        await admin.button(t('desk.makers.assign_yes'), admin.dialog).click();
        await expect(admin.dialog).toBeHidden();
        await page.locator('.desk-product__title').first().click();
        await expect(page.locator('[name="maker"]')).toHaveValue(`ferralla-${lang}`);
        await expect(page).toBeAccessible();
      });
    });
  }
});

test.describe('what the law asks of the firm', () => {
  for (const [lang, viewport] of [['ca', phone], ['ar', undefined]] as const) {
    test.describe(() => {
      test.use({ lang, ...(viewport && { viewport }) });

      test(`is a list that the owner answers, in ${lang}`, async ({ admin, page, t }) => {
        const duty = page.getByRole('listitem').filter({ hasText: t('desk.law.duty.receipts') });
        await admin.open('/admin/law');
        await admin.button(t('desk.law.confirm'), duty).click();
        await admin.dialog.getByLabel(t('desk.law.note')).fill('Talonari de rebuts');
        await admin.button(t('desk.law.confirm'), admin.dialog).click();
        await expect(duty.getByText('Talonari de rebuts')).toBeVisible();
        await admin.open('/admin/law');
        await expect(duty.getByText('Talonari de rebuts'), 'also afterwards').toBeVisible();
        await expect(page).toFitTheScreen();
        await expect(page).toBeAccessible();
        await admin.button(t('desk.law.take_back'), duty).click();
        await expect(admin.button(t('desk.law.confirm'), duty)).toBeVisible();
        await page.getByRole('link', { name: t('desk.law.mend') }).first().click();
        await expect(page.locator('#group-legal')).toBeInViewport();
      });
    });
  }
});

test('the terms stay readable as they were for somebody who is signed in', async ({ customer, page }) => {
  await customer.open('/legal/terms-1');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.legal__text h2').first()).toBeVisible();
  await customer.open('/terms-and-conditions');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.legal__head').getByText(/\d, .*2026/)).toBeVisible();
});
