// What the owner sees of visits: numbers, and what was looked for in vain.

import { chooseFirst } from './support/buyer';
import { expect, test } from './support/test';

const small = { width: 360, height: 740 };
/** The browser of the tests calls itself a program, which nobody counts. */
const userAgent = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ lang, viewport: small, userAgent });

    test(`shows what visitors did and lets act on what they looked for, in ${lang}`, async ({ admin, page, shop, t }) => {
      const search = `zeppelin ${lang}`;
      const figure = (name: string) => page.locator('.desk-bars > li').filter({ hasText: t(name) }).locator('strong');
      const figures = async () => {
        await admin.open('/admin/visits');
        await expect(admin.title(t('desk.place.visits'))).toBeVisible();
        if (await page.locator('.empty').isVisible()) return [0, 0, 0, 0];
        const names = ['desk.visits.page.other', 'desk.visits.page.store', 'desk.visits.calls', 'desk.visits.step.added'];
        return await Promise.all(names.map(async (name) => Number(await figure(name).textContent())));
      };
      // A search is listed once it was made on two days, and nothing moves the program's clock.
      let listed = true;
      await page.route('**/api/admin/visits/searches', async (route) => {
        listed = !(route.request().postDataJSON() as { dismissed: boolean }).dismissed;
        await route.fulfill({ status: 204 });
      });
      await page.route(/\/api\/admin\/visits(\?|$)/, async (route) => {
        const response = await route.fetch();
        const searches = listed ? [{ text: search, how_many: 2, last_day: '2026-11-24' }] : [];
        await route.fulfill({ response, json: { ...((await response.json()) as object), searches } });
      });
      const before = await figures();

      await admin.open(`/store?q=${encodeURIComponent(search)}`);
      // Within the site no document is fetched.
      await admin.link(t('footer.privacy'), page.locator('footer')).click();
      await expect(page).toHaveURL('/privacy-policy');
      // The address is there before the page is, and only who sees the page has opened it.
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('store.title'));
      await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
      await page.locator('.contact-buttons__call').click();
      await admin.open(await shop.pathOf('bombilla-led-e27'));
      await chooseFirst(admin);
      await page.locator('.buy-box').getByRole('button', { name: t('product.add') }).click();
      await expect(admin.toast(t('cart.added'))).toBeVisible();

      await expect.poll(figures).toEqual([before[0]! + 1, before[1]! + 1, before[2]! + 1, before[3]! + 1]);
      await expect(page).toFitTheScreen();
      await expect(page, 'the page of visits').toBeAccessible();

      const row = page.locator('.desk-missed').filter({ hasText: search });
      await admin.button(new RegExp(t('desk.visits.dismiss')), row).click();
      await expect(admin.toast(t('desk.visits.dismissed'))).toBeVisible();
      await expect(row).toHaveCount(0);
      await admin.button(t('common.undo')).click();
      await expect(row).toBeVisible();
      await admin.link(new RegExp(t('desk.visits.make')), row).click();
      await expect(page).toHaveURL(/\/admin\/products\/new\?title=/);
      await expect(page.locator('input[name=title]')).toHaveValue(search);
    });
  });
}
