import { readFile } from 'node:fs/promises';
import { address, buyNow, serverTexts, stranger } from './support/buyer';
import { at, expect, phone, test } from './support/test';

const product = 'detector-humo-diez-anos';

test.describe('invoices, on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true, cookies: 'order', lang: 'es' });

  test('whoever buys for a firm gives its tax number and keeps the paper', async ({ visitor, watch, shop }) => {
    const { page, t } = visitor;
    const buyer = stranger();
    await shop.run('settings', 'set', 'company.nif', 'B12345674');
    await shop.run('settings', 'set', 'company.address', 'Carrer Major 2, 08630 Abrera');
    await visitor.open(await shop.pathOf(product));
    await visitor.button(t('product.add')).tap();
    await visitor.open('/checkout?guest=1');
    for (const [label, text] of [
      [t('field.email'), buyer.email],
      [t('field.name'), buyer.name],
      [t('field.address'), address.address],
      [t('field.postcode'), address.postal_code],
      [t('field.city'), address.city],
    ] as const) {
      await visitor.field(label).fill(text);
    }
    await visitor.text(t('invoice.want')).tap();
    watch.expects(422, /\/create-order-and-send-email$/);
    await visitor.field(t('invoice.nif')).fill('A58818502');
    await visitor.field(t('invoice.name')).fill('Obres Puig, S.L.');
    // Of another address all is asked for: with a part of it the invoice would bear two that were mixed.
    await visitor.field(t('invoice.other_address')).check();
    await visitor.field(t('invoice.address')).fill('Gran Via 500');
    await expect(page).toFitTheScreen();
    await expect(page).toBeAccessible();
    await visitor.button(buyNow(t)).tap();
    await expect(visitor.field(t('invoice.postcode'))).toBeFocused();
    await expect(page.getByText(t('form.required'))).toHaveCount(2);
    await visitor.field(t('invoice.postcode')).fill('0801');
    await visitor.field(t('invoice.city')).fill('Barcelona');
    await visitor.field(t('invoice.city')).press('Enter');
    await expect(visitor.text(t('form.postcode_format'))).toBeVisible();
    await expect(visitor.field(t('invoice.postcode'))).toBeFocused();
    await visitor.field(t('invoice.postcode')).fill('08011');
    await visitor.field(t('invoice.postcode')).press('Enter');
    await expect(visitor.text(t('invoice.nif_wrong'))).toBeVisible();
    await expect(visitor.field(t('invoice.nif'))).toBeFocused();
    await visitor.field(t('invoice.nif')).fill('A58818501');
    // Not a second tap, which would be half of a double click so soon after the first.
    await visitor.field(t('invoice.nif')).press('Enter');
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await page.getByRole('button', { name: new RegExp(`^${serverTexts.es.pay} `) }).tap();
    await expect(page.getByRole('main')).toContainText('Obres Puig, S.L., NIF A58818501, Gran Via 500, 08011 Barcelona');
    // Whoever is quick reads the order before its invoice has a number.
    let early = 0;
    const none = { json: { invoices: [], count: 0, can_issue: true } };
    await page.route(/\/invoices$/, (route) => ((early += 1), route.fulfill(none)), { times: 1 });
    await visitor.link(t('checkout.see_order')).tap();
    const paper = page.getByRole('link', { name: /^Factura XF-2\d{3}-\d{6}/ });
    // What the page before had of it may show at first.
    await expect.poll(() => early).toBe(1);
    await expect(paper).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Gran Via 500, 08011 Barcelona');
    await expect(visitor.button(t('invoice.make_full'))).toHaveCount(0);
    await expect(page, 'the order').toFitTheScreen();
    await expect(page).toBeAccessible();
    const [download] = await Promise.all([page.waitForEvent('download'), paper.tap()]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await shop.run('settings', 'set', 'company.nif', '');
  });
});
