// What leaves the shop together.

import { asCustomer, buys } from './support/buyer';
import { expect, phone, test } from './support/test';

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ lang, viewport: phone });

    test(`several parcels are sent in one go, and what was cancelled meanwhile is told, in ${lang}`, async ({ admin, another, page, shop, t, watch }) => {
      watch.expects(409, /\/ship$/);
      const buyer = await another({ lang });
      const { email } = await asCustomer(buyer, lang);
      const [first, second, third, later] = [await buys(buyer), await buys(buyer), await buys(buyer), await buys(buyer)];
      await admin.open(`/admin/orders?to_ship=true&q=${encodeURIComponent(email)}`);
      await page.getByLabel(t('desk.choose_all')).check();
      await page.locator('.desk-choosable').filter({ has: page.locator(`a[href$="${later}"]`) }).getByRole('checkbox').uncheck();
      await admin.button(t('desk.orders.ship', { count: 3 })).click();
      await expect(page).toBeAccessible();
      await expect(page).toFitTheScreen();
      await shop.run('cancel-order', third);

      const number = (id: string) => admin.dialog.locator(`input[name="${id}"]`);
      await number(first).fill('pq4e8x 0700-0123');
      await number(second).fill('12');
      await admin.button(t('desk.orders.ship', { count: 3 }), admin.dialog).click();
      await expect(admin.text(t('desk.order.tracking_format'))).toBeVisible();
      await expect(number(second)).toBeFocused();
      await number(second).fill('');
      await admin.button(t('desk.orders.ship', { count: 3 }), admin.dialog).click();
      await expect(admin.toast(t('desk.orders.ship_done', { count: 2 }))).toBeVisible();
      await expect(admin.toast(t('error.illegal_transition'))).toBeVisible();
      await expect(admin.dialog, 'nothing is left in it').toHaveCount(0);
      for (const [id, parcel] of [[first, 'PQ4E8X07000123'], [second, 'Correos']] as const) {
        await admin.open(`/admin/orders/${id}`);
        await expect(admin.text(t('orders.status.shipped')).first()).toBeVisible();
        await expect(admin.text(parcel).first()).toBeVisible();
      }
    });
  });
}
