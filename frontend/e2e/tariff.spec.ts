// Prices of services: the owner writes them on a phone, and a visitor in a hurry reads what it costs now.

import { langCodes } from './support/texts';
import { at, expect, phone, test } from './support/test';

for (const lang of ['es', 'ar'] as const) {
  test.describe(`prices of services, in ${lang}`, () => {
    test.use({ lang, viewport: phone });

    test('the owner changes them on a phone, and a visitor in a hurry reads the price for a postcode', async ({ admin, another, page, shop, watch, t }) => {
      watch.expects(422, /api\/admin\/tariff/);
      const street = lang === 'es' ? '17001' : '17002';
      const job = `Persiana atascada ${lang}`;
      await admin.open('/admin/tariff');
      await page.getByLabel(t('desk.tariff.hour')).fill('50');
      await page.getByText(t('desk.tariff.zones'), { exact: true }).click();
      await admin.button(t('desk.tariff.zone_add')).click();
      await page.getByLabel(t('desk.tariff.zone_name')).last().fill(`Girona ${lang}`);
      await page.getByLabel(t('desk.tariff.zone_postcodes')).last().fill(street);
      await page.getByLabel(t('desk.tariff.price')).and(page.locator('[name^="zones/"]')).last().fill('61');
      await page.getByText(t('desk.tariff.jobs'), { exact: true }).click();
      await admin.button(t('desk.tariff.job_add')).click();
      const name = page.locator('[name^="jobs/"][name$="/name"]').last();
      await name.fill('Recargo por urgencia');
      await page.locator('[name^="jobs/"][name$="/price_in_cents"]').last().fill('30');
      await expect(page, 'the form').toFitTheScreen();
      await expect(page).toBeAccessible();

      await admin.button(t('desk.tariff.save')).click();
      await expect(page.getByText(t('error.urgency_art251_7'))).toBeVisible();
      await expect(name, 'what is wrong has the focus').toBeFocused();
      await name.fill(job);
      await admin.button(t('desk.tariff.save')).click();
      await expect(admin.toast(t('desk.tariff.saved'))).toBeVisible();
      await expect(page.getByRole('region', { name: t('desk.tariff.history') }).getByRole('listitem').first()).toBeVisible();

      const visitor = await another({ lang, viewport: phone });
      await visitor.open('/?service=urgencias');
      const ask = visitor.page.locator('#urgencias');
      const postcode = ask.getByLabel(t('price_now.postcode'));
      // Until that part of the page is alive, the browser says it.
      await expect(async () => {
        await visitor.button(t('price_now.submit'), ask).click();
        await expect(ask.getByText(t('form.required'))).toBeVisible({ timeout: 1000 });
      }, 'a question without a postcode').toPass();
      await expect(postcode).toBeFocused();
      await postcode.fill(street);
      await expect(ask.getByText(t('form.required'))).toBeHidden();
      await visitor.button(t('price_now.submit'), ask).click();
      await expect(ask.getByRole('row', { name: `Girona ${lang}` }), 'answered where it was asked').toContainText(/61[.,]00/);
      await expect(ask.locator('.price-now__total'), 'nobody looks for the answer').toBeInViewport({ ratio: 1 });
      await expect(visitor.link(t('tariff.see_jobs'), ask)).toHaveAttribute('href', /^\/tarifas.*#trabajos$/);
      await expect(visitor.page).toHaveURL(at(/^\/\?service=urgencias/));
      await expect(visitor.page).toFitTheScreen();
      visitor.watch.expects(422, /\/tariff\//);
      await postcode.fill('8630');
      await visitor.button(t('price_now.submit'), ask).click();
      await expect(ask.getByText(t('error.validation_failed.postcode')), 'what is wrong with it').toBeVisible();
      await expect(postcode).toBeFocused();
      visitor.watch.expects(404, /\/tariff\//);
      await postcode.fill('28001');
      await visitor.button(t('price_now.submit'), ask).click();
      await expect(ask.getByText(t('error.outside_tariff')), 'why there is no price').toBeVisible();
      await expect(visitor.page).toBeAccessible();

      await visitor.open(`/tarifas?postcode=${street}`);
      const now = visitor.page.locator('#ahora');
      await expect(now.getByRole('row', { name: `Girona ${lang}` })).toContainText(/61[.,]00/);
      // 35 for coming, 50 for the hour, 61 for the journey, and at night or on a holiday 22 or 25 more.
      await expect(now.locator('.price-now__total')).toHaveText(/1(46|68|71)[.,]00/);
      await expect(visitor.page.getByRole('row', { name: job })).toContainText(/30[.,]00/);
      await expect(now.getByRole('heading', { name: t('price_now.title') })).toBeInViewport({ ratio: 1 });
      await expect(visitor.page).toFitTheScreen();
      await expect(visitor.page).toBeAccessible();
      expect(await shop.run('log', '--act', 'tariff')).toContain('tariff.saved');
    });
  });
}

test.describe('at two desks', () => {
  test('the second is asked whose prices count', async ({ admin, page, shop, watch, t }) => {
    watch.expects(409, /api\/admin\/tariff/);
    await admin.open('/admin/tariff');
    await page.getByLabel(t('desk.tariff.night')).fill('19');
    const desk = await (await page.request.get('/api/admin/tariff')).json();
    const theirs = { version: desk.version, ...desk.prices, holiday_in_cents: 2600 };
    const headers = { Origin: shop.url, 'X-Session-Transport': 'cookie' };
    expect((await page.request.put('/api/admin/tariff', { headers, data: theirs })).status()).toBe(200);
    await admin.button(t('desk.tariff.save')).click();
    await expect(admin.dialog).toContainText(t('desk.tariff.conflict_text'));
    await expect(page).toBeAccessible();
    await admin.button(t('desk.tariff.conflict_mine'), admin.dialog).click();
    await expect(admin.toast(t('desk.tariff.saved'))).toBeVisible();
    const now = await (await page.request.get('/api/admin/tariff')).json();
    expect(now.prices.night_in_cents).toBe(1900);
  });
});

for (const lang of langCodes) {
  test.describe(() => {
    test.use({ javaScriptEnabled: false, viewport: phone, lang });

    test(`without scripts the emergency block answers what it costs now, in ${lang}`, async ({ page, t }) => {
      await page.goto(`/?service=urgencias&lang=${lang}`);
      const block = page.locator('#urgencias');
      await block.getByLabel(t('price_now.postcode')).fill('08630');
      await block.getByRole('button', { name: t('price_now.submit') }).click();
      await expect(page).toHaveURL(at(/^\/tarifas\?postcode=08630/));
      await expect(page.locator('#ahora .price-now__total')).toHaveText(/\d+[.,]\d\d/);
      await expect(page.locator('#ahora table')).toContainText(t('tariff.first_hour'));
      await expect(page, 'the answer').toFitTheScreen();
    });
  });
}
