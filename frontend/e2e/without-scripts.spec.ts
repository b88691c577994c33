// A browser that runs no scripts: what cannot be done says so where it is looked for, with the telephone, and nothing is
// left that does nothing.

import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });

/** What somebody could press or fill in, and in vain; what spins for ever. */
const dead = (page: Page) =>
  page.locator('button:not([type=submit]), form:not([action]) :is(input, button, select, textarea), .spinner').filter({ visible: true });

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ lang });

    test(`what needs scripts says so and gives the telephone, in ${lang}`, async ({ visitor, page, shop, t }) => {
      const notices: [string, string][] = [
        [await shop.pathOf('cilindro-seguridad-leva'), 'no_script.buy'],
        [await shop.pathOf('placa-puerta-grabada'), 'no_script.buy'],
        ['/cart', 'no_script.cart'],
        ['/checkout', 'no_script.account'],
        ['/account', 'no_script.account'],
        ['/login', 'no_script.account'],
        ['/register', 'no_script.account'],
        ['/recover', 'no_script.account'],
        ['/success?order_id=1&session_id=1', 'no_script.payment'],
      ];
      for (const [path, text] of notices) {
        await page.goto(path);
        await visitor.readsIn(lang);
        const notice = page.locator('.notice').filter({ hasText: t(text) });
        await expect(notice, path).toBeVisible();
        await expect(notice.locator('a[href^="tel:"]'), path).toBeVisible();
        await expect(dead(page), path).toHaveCount(0);
        await expect(page, path).toFitTheScreen();
      }
    });

    test(`a form that has arrived gives its thanks in its place, in ${lang}`, async ({ visitor, page, t }) => {
      await page.goto('/solicitar-presupuesto');
      await visitor.readsIn(lang);
      await visitor.field(t('field.name')).fill('Núria Puig');
      await visitor.field(t('field.email')).fill('nuria@example.com');
      await visitor.field(t('quote.message')).fill('Una puerta');
      await visitor.button(t('quote.send')).click();
      await expect(visitor.text(t('quote.sent_title'))).toBeVisible();
      await expect(page.locator('main form')).toHaveCount(0);
      const receipt = page.locator('.receipt');
      await expect(receipt).toContainText(t('receipt.spam'));
      await expect(receipt.locator('a[href^="tel:"]')).toBeVisible();
      await expect(page, 'the receipt').toFitTheScreen();
      await visitor.link(t('inquiry.another')).click();
      await expect(visitor.field(t('quote.message'))).toHaveValue('');
    });

    test(`the desk says that it needs scripts, in ${lang}`, async ({ visitor, page }) => {
      await page.goto('/admin');
      await visitor.readsIn(lang);
      await expect(page.locator('.notice', { hasText: 'JavaScript' }).locator('a[href^="tel:"]')).toBeVisible();
      await expect(page).toFitTheScreen();
    });

    test(`nothing is pressed in vain where nothing is missing, in ${lang}`, async ({ visitor, page }) => {
      for (const path of ['/', '/store', '/contact', '/solicitar-presupuesto', '/tarifas?postcode=08630', '/withdrawal', '/privacy-policy', '/no-such-page']) {
        if (path === '/no-such-page') visitor.watch.expects(404, /no-such-page/);
        await page.goto(path);
        await visitor.readsIn(lang);
        await expect(dead(page), path).toHaveCount(0);
        await expect(page, path).toFitTheScreen();
      }
    });
  });
}
