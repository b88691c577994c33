// The owner's invoices of a quarter: what they come to, a list of them, and what the tax adviser takes along.

import { readFile } from 'node:fs/promises';
import { addToCart, asCustomer, order, pay } from './support/buyer';
import { desktop, expect, test } from './support/test';

const small = { width: 360, height: 740 };

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ lang, viewport: small });

    test(`shows what was invoiced and hands it over, in ${lang}`, async ({ admin, another, page, shop, t }, info) => {
      const buyer = await another();
      await asCustomer(buyer);
      await shop.run('settings', 'set', 'company.nif', '');
      await addToCart(buyer, await shop.pathOf('bombilla-led-e27'));
      await order(buyer);
      const id = await pay(buyer);
      await admin.open('/admin');
      await admin.button(t('desk.more')).click();
      await admin.link(t('desk.place.invoices'), admin.dialog).click();
      await expect(page).toHaveURL('/admin/invoices');
      await expect(admin.title(t('desk.place.invoices'))).toBeVisible();
      await expect(admin.text(t('desk.invoices.waits_seller'))).toBeVisible();
      await expect(page, 'what waits').toFitTheScreen();
      await expect(page).toBeAccessible();
      await admin.link(t('desk.invoices.to_settings')).click();
      await expect(page).toHaveURL('/admin/settings');

      await shop.run('settings', 'set', 'company.nif', 'B12345674');
      await shop.run('settings', 'set', 'company.address', 'Carrer Major 2, 08630 Abrera');
      // What waited is issued with the next that is paid.
      await addToCart(buyer, await shop.pathOf('bombilla-led-e27'), 2);
      await order(buyer);
      await pay(buyer);
      const data = { amount_in_cents: 100, elsewhere: true, reason: 'cash' };
      const headers = { Origin: shop.url, 'X-Session-Transport': 'cookie' };
      const refund = await admin.context.request.post(`/api/admin/orders/${id}/refund`, { headers, data });
      expect(refund.ok(), await refund.text()).toBe(true);

      await admin.open('/admin/invoices');
      const row = page.locator('.desk-invoice').first();
      await expect(row.getByText(t('invoice.type.R5'))).toBeVisible();
      await expect(admin.text(t('desk.invoices.waits_seller'))).toHaveCount(0);
      const whole = page.locator('.desk-sums[data-whole] li').last();
      await expect(whole).toContainText(t('desk.invoices.base'));
      await expect(page, 'the invoices').toFitTheScreen();
      await expect(page).toBeAccessible();
      await page.screenshot({ path: info.outputPath(`invoices-${lang}-360.png`), fullPage: true });

      const paper = row.getByRole('link', { name: /^XR-2\d{3}-\d{6} \(PDF\)/ });
      const [pdf] = await Promise.all([page.waitForEvent('download'), paper.click()]);
      expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
      const files = [
        ['csv', /^\uFEFFnumber,date,/],
        ['zip', /^PK\u0003\u0004/],
      ] as const;
      for (const [ending, begins] of files) {
        const [file] = await Promise.all([page.waitForEvent('download'), admin.button(t(`desk.invoices.${ending}`)).click()]);
        expect(file.suggestedFilename()).toMatch(new RegExp(`^invoices-2\\d{3}-[1-4]\\.${ending}$`));
        expect(await readFile(await file.path(), 'utf8')).toMatch(begins);
      }

      const link = row.getByRole('link', { name: new RegExp(`^${t('desk.invoices.order')} `) });
      await link.click();
      await expect(page).toHaveURL(`/admin/orders/${id}`);
      // Back finds the list as it was left.
      await admin.open('/admin/invoices?quarter=2025-1');
      await expect(admin.text(t('desk.invoices.none_title'))).toBeVisible();
      await expect(page, 'a quarter without invoices').toFitTheScreen();
      await expect(page).toBeAccessible();
      const picker = admin.field(t('desk.invoices.quarter'));
      await picker.focus();
      await picker.selectOption({ index: 1 });
      await expect(page).toHaveURL('/admin/invoices');
      await expect(picker).toBeFocused();
      await expect(row).toBeVisible();

      await page.setViewportSize(desktop);
      await expect(page, 'the invoices on a large screen').toFitTheScreen();
      await page.screenshot({ path: info.outputPath(`invoices-${lang}-1280.png`), fullPage: true });
      await admin.open('/admin/invoices?quarter=never');
      await expect(row).toBeVisible();
      await shop.run('settings', 'set', 'company.nif', '');
    });
  });
}
