import { addToCart, asCustomer, order, pay } from './support/buyer';
import { at, expect, phone, test } from './support/test';

const slug = 'llave-ajustable';

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ viewport: phone, cookies: 'session', lang });

    test(`stars for what was delivered are given by keyboard and stand on the product, in ${lang}`, async ({ visitor, page, shop, t }) => {
      const path = await shop.pathOf(slug);
      await asCustomer(visitor, lang);
      await addToCart(visitor, path);
      await order(visitor);
      const id = await pay(visitor, lang);
      await shop.run('ship-order', id, '--carrier', 'own_van');
      await shop.run('deliver-order', id);

      await visitor.open(`/order/${id}`);
      await visitor.link(t('order.rate')).click();
      await expect(page).toHaveURL(at(new RegExp(`^/rate/${id}$`)));
      await visitor.ready();
      await expect(visitor.title(t('rate.title'))).toBeVisible();
      await expect(page, 'the page of stars').toFitTheScreen();
      await expect(page).toBeAccessible();

      const group = page.getByRole('group');
      await group.getByRole('radio').first().focus();
      for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      await expect(group.getByRole('radio').nth(3)).toBeChecked();
      await visitor.field(t('rate.text')).fill('Cierra bien.');
      await visitor.button(t('rate.send')).click();
      await expect(visitor.text(t('rate.sent'))).toBeVisible();
      await expect(page).toHaveURL(at(new RegExp(`^/rate/${id}\\?sent=1`)));
      await expect(group.getByRole('radio').nth(3), 'what was given').toBeChecked();
      expect(await page.evaluate(() => history.length + document.referrer)).not.toContain('key=');

      await visitor.open(path);
      await expect(page.locator('.product .stars')).toBeVisible();
      await expect(page.locator('.comment', { hasText: 'Cierra bien.' }), 'words wait').toHaveCount(0);
      await expect(page, 'a product with stars').toFitTheScreen();
    });
  });
}

test.describe(() => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test('without its link the page of stars says where to find it, also without scripts', async ({ page, t, watch }) => {
    watch.expects(404, /\/rate\//);
    await page.goto('/rate/0b1c2d3e-0000-4000-8000-000000000000');
    await expect(page.getByText(t('rate.state.unknown'))).toBeVisible();
    await expect(page).toFitTheScreen();
  });
});
