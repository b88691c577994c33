import { asCustomer, signIn } from './support/buyer';
import { expect, phone, test } from './support/test';

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ viewport: phone, cookies: 'session', lang });

    test(`a heart remembers a product in the browser and then in the account, in ${lang}`, async ({ visitor, another, page, shop, t }) => {
      await visitor.open('/wishlist');
      await expect(visitor.text(t('wishlist.empty'))).toBeVisible();
      await expect(page, 'an empty list').toFitTheScreen();

      await visitor.open(await shop.pathOf('llave-ajustable'));
      await page.mouse.move(10, 10);
      const title = await page.locator('.product__title').innerText();
      const heart = page.locator('.product').getByRole('button', { name: t('wishlist.heart', { title }) });
      await expect(heart).toHaveAttribute('aria-pressed', 'false');
      await heart.click();
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      await visitor.open('/wishlist');
      const card = page.locator('.card').filter({ hasText: title });
      await expect(card).toBeVisible();
      await expect(page, 'a wish list').toFitTheScreen();
      await expect(page).toBeAccessible();

      await visitor.button(t('wishlist.remove_named', { title })).click();
      await expect(visitor.text(t('wishlist.empty'))).toBeVisible();
      await visitor.button(t('common.undo')).click();
      await expect(card).toBeVisible();

      const buyer = await asCustomer(visitor, lang);
      await visitor.open('/wishlist');
      await expect(card).toBeVisible();
      await expect.poll(() => page.evaluate(() => localStorage.getItem('wishlist'))).toBeNull();
      const elsewhere = await another({ cookies: 'session', lang });
      await signIn(elsewhere, buyer);
      await elsewhere.open('/wishlist');
      await expect(elsewhere.page.locator('.card').filter({ hasText: title })).toBeVisible();
    });
  });
}
