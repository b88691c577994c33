// What is fetched from the shop, and who is told what of it; what the desk knows of an order that waits.

import { address, addToCart, asCustomer, order, pay } from './support/buyer';
import { expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

async function places(buyer: Visitor): Promise<void> {
  await addToCart(buyer, await buyer.shop.pathOf('bombilla-led-e27'));
  await order(buyer);
}

test.describe('an order that its buyer fetches', () => {
  test.use({ viewport: phone });

  test('has one name at the desk, and its buyer reads where and when', async ({ admin, another, page, shop, t }) => {
    await shop.run('settings', 'set', 'company.address', 'Carrer Nou 2, 08630 Abrera');
    const buyer = await another({});
    const { email } = await asCustomer(buyer);
    await places(buyer);
    const id = await pay(buyer, buyer.lang);
    await admin.open(`/admin/orders/${id}`);
    await admin.button(t('desk.order.ship')).click();
    await admin.dialog.getByLabel(t('desk.order.carrier')).selectOption('pick_up');
    await expect(admin.dialog.getByText(t('desk.order.told.pick_up'))).toBeVisible();
    await admin.button(t('desk.order.ship_yes_pick_up'), admin.dialog).click();
    await expect(admin.toast(t('desk.order.ship_done_pick_up'))).toBeVisible();
    const ready = t('orders.status.to_collect');
    await expect(page.locator('.desk-order__state').getByText(ready)).toBeVisible();
    await expect(page.locator('.desk-history').getByText(ready)).toBeVisible();
    await expect(page.locator('.desk-mails').getByText(ready)).toBeVisible();
    await expect(page.locator('main').getByText(t('desk.mail.kind.order_shipped'), { exact: true })).toHaveCount(0);
    // There is no number to correct.
    await expect(admin.button(t('desk.order.correct'))).toHaveCount(0);
    await admin.button(t('desk.order.change')).click();
    await expect(admin.dialog.getByLabel(t('desk.order.carrier'))).toHaveValue('pick_up');
    await admin.button(t('desk.order.change_yes'), admin.dialog).click();
    await expect(admin.dialog.getByText(t('desk.order.unchanged'))).toBeVisible();
    await page.keyboard.press('Escape');
    await admin.open(`/admin/orders?q=${encodeURIComponent(email)}`);
    await expect(page.locator('.desk-row').getByText(ready)).toBeVisible();
    await buyer.open(`/order/${id}`);
    const place = buyer.page.locator('section').filter({ hasText: t('order.collect_title') }).last();
    await expect(place.getByText('Carrer Nou 2, 08630 Abrera')).toBeVisible();
    await expect(place.locator('.hours-line').first()).toBeVisible();
    await expect(buyer.page.getByText(t('order.address_title'), { exact: true })).toHaveCount(0);
  });
});

test('an unpaid order says until when it is kept, and how its buyer pays it, and has no packing slip', async ({ admin, another, page, t }) => {
  const buyer = await another({});
  const { email } = await asCustomer(buyer);
  await places(buyer);
  await admin.open(`/admin/orders?q=${encodeURIComponent(email)}`);
  await page.locator('.desk-row').first().click();
  await expect(page.locator('main').getByText(/^Reservado hasta el \d/)).toBeVisible();
  await expect(admin.link(t('desk.slip.open'))).toHaveCount(0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.button(t('desk.order.pay_link')).click();
  await expect(admin.toast(t('copy.done'))).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await buyer.open(link);
  await expect(buyer.text(address.city)).toBeVisible();
});

test('a sum of two lines pushes no name down', async ({ admin, another, page, t }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  const buyer = await another({});
  const { email } = await asCustomer(buyer);
  await places(buyer);
  const id = await pay(buyer, buyer.lang);
  await buyer.shop.sql(`UPDATE payment_attempts SET refunded_in_cents = 100 WHERE order_id = '${id}'`);
  await admin.open(`/admin/orders?q=${encodeURIComponent(email)}`);
  const row = page.locator('.desk-row').first();
  await expect(row.locator('.desk-row__sum small')).toBeVisible();
  const top = async (part: string) => (await row.locator(part).boundingBox())?.y ?? 0;
  expect(Math.abs((await top('.desk-row__main strong')) - (await top('.desk-row__picture')))).toBeLessThan(6);
  await expect(row.getByText(t('orders.status.paid'))).toBeVisible();
});
