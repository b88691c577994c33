import { address, addToCart, asCustomer, buyNow, buys } from './support/buyer';
import { langCodes } from './support/texts';
import { expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe('without a connection', () => {
  for (const lang of langCodes) {
    test.describe(() => {
      test.use({ lang, viewport: phone });

      test(`the telephone number is there, in ${lang}`, async ({ visitor, page, t, watch }) => {
        await visitor.open('/store');
        await visitor.readsIn(visitor.lang);
        await keeps(visitor);
        await watch.connect(false);
        await page.reload();
        await seesNumber(visitor);
        for (const path of ['/', '/solicitar-presupuesto', '/account', '/no-such-page?q=1']) {
          await page.goto(path);
          await seesNumber(visitor);
          await expect(page).toHaveURL(path);
        }
        for (const path of ['/cart', '/checkout']) {
          await page.goto(path);
          await expect(visitor.text(t('offline.cart')), 'where the cart is').toBeVisible();
          await expect(page.getByText(t('offline.gas')), 'nobody buys in an emergency').toBeHidden();
          await expect(page.locator('main').getByRole('link', { name: t('contact.call') })).toBeVisible();
          await expect(page.locator('footer'), 'links that lead nowhere').toHaveCount(0);
          await expect(page, 'the cart without a connection').toFitTheScreen();
        }
        await page.goto('/contact');
        await seesNumber(visitor);
        await watch.connect(true);
        await visitor.link(t('offline.retry')).click();
        await visitor.ready();
        await expect(visitor.title(t('contact.title'))).toBeVisible();
        await expect(page).toHaveURL('/contact');
      });
    });
  }

  test.describe(() => {
    test.use({ cookies: 'language' });

    test('the number is in the language chosen last', async ({ visitor, page, watch }) => {
      await visitor.open('/store');
      await keeps(visitor);
      await page.locator('summary').filter({ visible: true }).first().click();
      await visitor.link('العربية').filter({ visible: true }).first().click();
      await visitor.readsIn('ar');
      await keeps(visitor, 'ar');
      await watch.connect(false);
      await page.reload();
      await seesNumber(visitor);
    });
  });

  test('the desk does not tell its owner to call the firm', async ({ admin, page, t, watch }) => {
    await admin.open('/admin/orders');
    await keeps(admin);
    await watch.connect(false);
    await page.reload();
    await expect(admin.text(t('offline.desk'))).toBeVisible();
    for (const words of [t('offline.lead'), t('offline.gas'), t('offline.chat')]) await expect(page.getByText(words)).toBeHidden();
    await expect(page.locator('main').getByRole('link', { name: t('contact.call') })).toBeHidden();
    await watch.connect(true);
    await admin.link(t('offline.retry')).click();
    await expect(page).toHaveURL('/admin/orders');
    await expect(admin.title(t('desk.place.orders'))).toBeVisible();
  });

  test('a list of the desk comes by itself once the connection is back', async ({ admin, page, t, watch }) => {
    await admin.open('/admin/orders');
    await keeps(admin);
    await watch.connect(false);
    await admin.link(t('desk.orders.to_ship'), page.locator('.desk-pills')).click();
    const failed = page.getByText(t('desk.load_failed'));
    await expect(failed).toBeVisible();
    await watch.connect(true);
    await expect(failed).toHaveCount(0);
  });

  test('an order at the desk comes whole once the connection is back', async ({ admin, another, page, t, watch }) => {
    const buyer = await another();
    await asCustomer(buyer);
    const bought = await buys(buyer);
    await admin.open('/admin/orders');
    await keeps(admin);
    await watch.connect(false);
    await page.locator(`a[href="/admin/orders/${bought}"]`).first().click();
    await expect(page.getByText(t('desk.load_failed'))).toBeVisible();
    await watch.connect(true);
    await expect(page.getByRole('heading', { name: t('invoice.list') })).toBeVisible();
  });

  test('an order comes by itself for its buyer, too, once the connection is back', async ({ customer, page, t, watch }) => {
    const bought = await buys(customer);
    await customer.open('/account?tab=orders');
    await keeps(customer);
    await watch.connect(false);
    await page.locator(`a[href="/order/${bought}"]`).click();
    await expect(page.getByText(t('order.load_failed'))).toBeVisible();
    await watch.connect(true);
    await expect(customer.title(new RegExp(`^${t('order.number')} `))).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${t('order.number')} 2`));
    await page.reload();
    await expect(page, 'what the server did not know').toHaveTitle(new RegExp(`^${t('order.number')} 2`));
  });

  test('a purchase says beside its button why it did not go on, for as long as that is true', async ({ visitor, page, shop, t, watch }) => {
    await addToCart(visitor, await shop.pathOf('extintor-polvo-abc'));
    await visitor.open('/checkout?guest=1');
    for (const [label, text] of [
      ['field.email', 'nuria@example.com'],
      ['field.name', 'Núria Puig'],
      ['field.address', address.address],
      ['field.postcode', address.postal_code],
      ['field.city', address.city],
    ] as const) {
      await visitor.field(t(label)).fill(text);
    }
    await keeps(visitor);
    await watch.connect(false);
    await visitor.button(buyNow(t)).click();
    const notice = page.locator('.checkout__pay').getByRole('alert');
    await expect(notice).toContainText(t('checkout.failed'));
    await expect(notice).toContainText(t('error.network_error'));
    await watch.connect(true);
  });

  test('the cart whose code is not here yet says so, and comes with the connection', async ({ visitor, page, t, watch }) => {
    await visitor.open('/store');
    await keeps(visitor);
    await watch.connect(false);
    await page.locator('.header__cart').click();
    await expect(visitor.dialog.getByText(t('error.network_error'))).toBeVisible();
    await watch.connect(true);
    await expect(visitor.dialog.getByText(t('cart.empty_title'))).toBeVisible();
  });

  test('a page within the site says so, and offers another try and the telephone', async ({ visitor, page, t, watch }) => {
    await visitor.open('/store');
    await keeps(visitor);
    await watch.connect(false);
    await page.locator('.card').getByRole('heading').getByRole('link').first().click();
    await expect(visitor.title(t('app_error.unreachable'))).toBeVisible();
    await expect(page.locator('main').getByRole('link', { name: t('contact.call') })).toHaveAttribute('href', /^tel:/);
    await watch.connect(true);
    await visitor.link(t('common.retry')).click();
    await visitor.ready();
    await expect(visitor.button(t('product.add'))).toBeVisible();
  });

  test('nothing personal is kept', async ({ visitor }) => {
    await visitor.open('/');
    await keeps(visitor);
    // The worker looks after the pages from the next one on.
    await visitor.open('/login');
    await visitor.open('/cart');
    await expect.poll(async () => (await kept(visitor)).some((path) => path.startsWith('/assets/')), 'the worker works').toBe(true);
    expect((await kept(visitor)).filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([]);
  });
});

/** The paths of everything the worker keeps. */
const kept = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const requests = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname);
  });

async function keeps(visitor: Visitor, lang = visitor.lang): Promise<void> {
  await expect.poll(() =>
    visitor.page.evaluate(async (code) => {
      const page = await (await caches.open('manetes-offline')).match('/offline', { ignoreVary: true });
      return page?.headers.get('content-language') === code;
    }, lang), 'the page is kept').toBe(true);
}

async function seesNumber(visitor: Visitor): Promise<void> {
  const { page, t, lang } = visitor;
  await expect(visitor.title(t('offline.title'))).toBeVisible();
  await visitor.readsIn(lang);
  const call = page.locator('main').getByRole('link', { name: t('contact.call') });
  expect((await call.getAttribute('href')) ?? '').toMatch(/^tel:\+34\d{9}$/);
  const box = await call.boundingBox();
  expect(box !== null && box.height >= 64 && box.width >= 250, 'a thumb finds it').toBe(true);
  await expect(visitor.text(t('offline.gas'))).toBeVisible();
  await expect(page, 'the page without a connection').toFitTheScreen();
}
