import { addToCart, asCustomer, buyNow, chooseFirst, euros, order, pay, payNow, serverTexts, shortId } from './support/buyer';
import { Shop } from './support/shop';
import { at, desktop, expect, phone, test as base } from './support/test';
import type { Visitor } from './support/visitor';

const test = base.extend<{ ownShop: Shop }>({
  /** A shop that a test may harm. */
  ownShop: async ({}, use) => {
    const shop = await Shop.open();
    await use(shop);
    await shop.close();
  },
});

const words = serverTexts.es;

/** Where a payment page leads who does not pay. */
const cancelled = at(/^\/cart\?cancelled=1&order_id=/);

test.describe('paying', () => {
  test('an abandoned payment leaves a pending order that is paid later', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await order(customer);
    await customer.button(words.back).click();
    await expect(page).toHaveURL(cancelled);
    for (const look of ['come back', 'reloaded']) {
      await expect(customer.title(t('checkout.cancelled_title'))).toBeVisible();
      await expect(customer.link('Detector de humo con batería de 10 años')).toBeVisible();
      await expect(customer.text(euros('27.85'))).toBeVisible();
      await expect(customer.button(payNow(t))).toBeVisible();
      await expect(page, look).toFitTheScreen();
      await page.reload();
    }
    await customer.open('/cart');
    const waits = page.getByRole('status').filter({ has: customer.link(t('cart.pay_now')) });
    await expect(waits.getByRole('link')).toHaveAttribute('href', /^\/order\//);
    await customer.open('/account?tab=orders');
    const row = page.getByRole('listitem').filter({ hasText: t('orders.status.pending') });
    await expect(row.getByRole('img', { name: 'Detector de humo con batería de 10 años' })).toBeVisible();
    await row.getByRole('link').click();
    await expect(page).toHaveURL(at(/^\/order\//));
    await page.setViewportSize(phone);
    const [way, address] = await Promise.all([customer.button(payNow(t)).boundingBox(), customer.text(t('order.address_title')).boundingBox()]);
    expect(way?.y ?? Infinity, 'to pay comes first').toBeLessThan(address?.y ?? 0);
    await page.setViewportSize(desktop);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await expect(customer.text(t('orders.status.pending'))).toBeVisible();
    await customer.button(payNow(t)).click();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    expect(await pay(customer)).toBe(id);
    await customer.open(`/order/${id}`);
    await expect(customer.text(t('orders.status.paid'))).toBeVisible();
    await expect(customer.button(payNow(t))).toHaveCount(0);
  });

  test('an older order that is paid leaves in the cart what was put there since', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await order(customer);
    await customer.button(words.back).click();
    await expect(page).toHaveURL(cancelled);
    await addToCart(customer, await shop.pathOf('kit-rodillo-antigota'));
    await customer.open('/cart');
    await customer.link(t('cart.pay_now')).click();
    await customer.button(payNow(t)).click();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await pay(customer);
    await expect(page.locator('.success__bought'), 'it is known what was bought').toBeVisible();
    await expect(customer.cartWith(1)).toBeVisible();
  });

  test('an order whose payment page did not come leaves the cart once it is paid', async ({ customer, page, shop, t, watch }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    watch.expects(503, /\/payment$/);
    await page.route(/\/api\/orders\/[^/]+\/payment$/, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await customer.open('/checkout');
    await customer.button(buyNow(t)).click();
    await expect(customer.text(t('checkout.kept_title'))).toBeVisible();
    await addToCart(customer, await shop.pathOf('kit-rodillo-antigota'));
    await expect(customer.cartWith(2)).toBeVisible();
    await customer.open('/cart');
    await customer.link(t('cart.pay_now')).click();
    await customer.button(payNow(t)).click();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await pay(customer);
    await expect(page.locator('.success__bought')).toBeVisible();
    await expect(customer.cartWith(1)).toBeVisible();
  });

  test('what was typed for the invoice is still there once the address is changed', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await customer.open('/checkout');
    await customer.text(t('invoice.want')).click();
    await customer.field(t('invoice.nif')).fill('A58818501');
    await customer.field(t('invoice.other_address')).check();
    await customer.field(t('invoice.city')).fill('Barcelona');
    await customer.link(t('checkout.address_change')).click();
    await expect(page).toHaveURL('/account?tab=profile&from=checkout');
    const isThere = async () => {
      await expect(customer.field(t('invoice.nif'))).toHaveValue('A58818501');
      await expect(customer.field(t('invoice.city'))).toHaveValue('Barcelona');
    };
    await page.goBack();
    await isThere();
    await page.reload();
    await isThere();
  });

  test('what was not paid for is a cart again when the buyer wants it so', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'), 2);
    await order(customer);
    await customer.button(words.back).click();
    await expect(page).toHaveURL(cancelled);
    const back = page.url();
    await customer.button(t('checkout.back_to_cart')).click();
    await expect(customer.toast(t('checkout.in_cart_title'))).toBeVisible();
    await expect(page).toHaveURL('/cart');
    await expect(customer.cartWith(2)).toBeVisible();
    // The same link again: there is a cart, and the order of then is cancelled.
    await page.goto(back);
    await expect(customer.text(t('checkout.cancelled_text'))).toBeVisible();
    await customer.button(t('cart.clear')).click();
    await expect(page).toHaveURL(at(/^\/order\//));
    await expect(customer.text(t('orders.status.cancelled'))).toBeVisible();
  });

  test('an order that was paid meanwhile is not offered for payment', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await order(customer);
    const id = await pay(customer);
    await page.goto(`/cart?cancelled=1&order_id=${id}`);
    await expect(page).toHaveURL(`/order/${id}`);
    await expect(customer.text(t('orders.status.paid'))).toBeVisible();
  });

  test('Bizum has a button of its own, for the same order and one page at a time', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await customer.open('/checkout');
    await expect(customer.button(t('checkout.pay_card'))).toBeVisible();
    await customer.button(t('checkout.pay_bizum')).dblclick();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\/.*means=bizum/));
    await expect(customer.title('Pagas con Bizum')).toBeVisible();
    await customer.button(words.decline).click();
    await expect(customer.text(words.declined)).toBeVisible();
    await expect(customer.title('Pagas con Bizum'), 'after a try in vain').toBeVisible();
    const bizum = page.url();
    await customer.button(words.back).click();
    await expect(page).toHaveURL(cancelled);
    await expect(customer.button(t('order.pay_bizum'))).toBeVisible();
    await expect(page).toFitTheScreen();
    await customer.button(payNow(t)).click();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    expect(page.url()).not.toContain('means=bizum');
    await page.goto(bizum);
    await expect(customer.button(words.decline), 'the page for Bizum is closed').toHaveCount(0);
    await page.goBack();
    const id = await pay(customer);
    await customer.open('/account?tab=orders');
    await expect(page.locator(`main a[href^="/order/"]`)).toHaveCount(1);
    await customer.open(`/order/${id}`);
    await expect(customer.text(t('orders.status.paid'))).toBeVisible();
    await expect(customer.button(t('order.pay_bizum'))).toHaveCount(0);
  });

  test('two clicks on the pay button make one order', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await customer.open('/checkout');
    await customer.button(buyNow(t)).dblclick();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await customer.open('/account?tab=orders');
    const orders = page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) });
    await expect(orders.first()).toBeVisible();
    await expect(orders).toHaveCount(1);
  });

  test('a page that is kept as it was left for the payment tells of the order when it is shown again', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await customer.open('/checkout');
    // The browser leaves and is back before anything else is drawn.
    await page.evaluate(() => {
      // TypeScript does not know it yet.
      const { navigation } = window as unknown as { navigation: EventTarget };
      navigation.addEventListener('navigate', (leaving) => {
        if (!(leaving as Event & { destination: { url: string } }).destination.url.includes('/sandbox/pay/')) return;
        leaving.preventDefault();
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
    });
    await customer.button(buyNow(t)).click();
    await expect(customer.title(t('checkout.cancelled_title'))).toBeVisible();
    await expect(page).toHaveURL(at(/^\/checkout\?cancelled=1&order_id=/));
  });

  test('the way back from the payment page loses nothing', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await order(customer);
    await page.goBack();
    await expect(customer.title(t('checkout.cancelled_title'))).toBeVisible();
    await customer.open('/account?tab=orders');
    await page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) }).click();
    await customer.button(payNow(t)).click();
    await pay(customer);
    await page.goBack();
    await page.goForward();
    await expect(customer.title(t('success.paid_title'))).toBeVisible();
    await addToCart(customer, await shop.pathOf('kit-rodillo-antigota'));
    await page.goBack();
    await expect(customer.title(t('success.paid_title'))).toBeVisible();
    // The thanks, seen again, do not empty the next cart.
    await expect(customer.cartWith(1)).toBeVisible();
    await page.reload();
    await expect(customer.title(t('success.paid_title'))).toBeVisible();
    await expect(customer.cartWith(1)).toBeVisible();
  });

  test('a declined payment can be tried again', async ({ customer, shop }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'));
    await order(customer);
    await customer.button(words.decline).click();
    await expect(customer.text(words.declined)).toBeVisible();
    await pay(customer);
  });

  test('a pending order can be cancelled and its items bought again', async ({ customer, page, shop, t }) => {
    await addToCart(customer, await shop.pathOf('detector-humo-diez-anos'), 2);
    await order(customer);
    await customer.open('/account?tab=orders');
    await page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) }).click();
    await customer.button(t('order.cancel')).click();
    await customer.button(t('order.cancel_yes'), customer.dialog).click();
    await expect(customer.toast(t('order.cancelled_title'))).toBeVisible();
    await expect(customer.text(t('orders.status.cancelled'))).toBeVisible();
    await expect(customer.text(t('order.reason.buyer'))).toBeVisible();
    await customer.button(t('order.buy_again')).click();
    await expect(customer.toast(t('order.bought_again_title'))).toBeVisible();
    await expect(customer.cartWith(2)).toBeVisible();
  });

  test('the last piece is sold once', async ({ visitor: first, another, page, shop, t }) => {
    const second = await another();
    await shop.run('set-stock', 'SEG-MON-CO', '1');
    const path = await shop.pathOf('detector-monoxido-carbono');
    for (const visitor of [first, second]) {
      await asCustomer(visitor);
      await addToCart(visitor, path);
      await visitor.open('/checkout');
      await expect(visitor.button(buyNow(t))).toBeVisible();
    }
    await first.button(buyNow(t)).click();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    second.watch.expects(409, /create-order-and-send-email$/);
    await second.button(buyNow(t)).click();
    await expect(second.text('No hay suficiente stock para Detector de monóxido de carbono. No queda ninguno.')).toBeVisible();
    await pay(first);
    await second.open(path);
    await expect(second.text(t('stock.unavailable'))).toBeVisible();
  });

  test('a door plate needs its text and carries it to the order', async ({ customer, page, shop, t }) => {
    await customer.open(await shop.pathOf('placa-puerta-grabada'));
    const text = customer.field('Texto de la placa');
    await chooseFirst(customer);
    await customer.button(t('product.add')).click();
    await expect(customer.text(t('form.required'))).toBeVisible();
    await expect(customer.cartWith(0)).toBeVisible();
    await expect(text, 'the missing text is asked for').toBeFocused();
    await text.fill('Família Puig <3');
    await customer.button(t('product.add')).click();
    await expect(customer.toast(t('cart.added'))).toBeVisible();
    await text.fill('Can Serra');
    await customer.button(t('product.add')).click();
    await customer.cartWith(2).click();
    for (const entered of ['Família Puig <3', 'Can Serra']) await expect(customer.dialog.getByText(entered)).toBeVisible();
    await expect(customer.dialog.getByRole('listitem'), 'two texts are two lines').toHaveCount(2);
    await customer.link(t('cart.checkout'), customer.dialog).click();
    await expect(customer.text('Família Puig <3')).toBeVisible();
    await customer.button(buyNow(t)).click();
    const id = await pay(customer);
    const bought = page.locator('.success__bought');
    for (const entered of ['Família Puig <3', 'Can Serra']) await expect(bought.getByText(entered), 'the thanks say what for').toBeVisible();
    await expect(bought.locator('address'), 'and where it goes').toBeVisible();
    await page.goto(`/order/${id}`);
    await expect(customer.text('Família Puig <3')).toBeVisible();
    await expect(customer.text('Can Serra')).toBeVisible();
  });

  /** Killed twice, once before the payment and once right after it. */
  test('a power cut between order and payment loses and doubles nothing', async ({ ownShop: shop, another }) => {
    const visitor = await another({ shop });
    const { page, t } = visitor;
    // What the browser keeps for a time without a connection may be on its way when the power goes.
    visitor.watch.mayLose(/\/offline\?/);
    const { email } = await asCustomer(visitor);
    const path = await shop.pathOf('detector-humo-diez-anos');

    await addToCart(visitor, path);
    await order(visitor);
    await shop.kill();
    await shop.start();
    const first = await pay(visitor);
    await isPaid(visitor, email, first);

    await addToCart(visitor, path);
    const payment = await order(visitor);
    const paid = await page.request.post(payment, { form: { action: 'pay' }, headers: { Origin: shop.url }, maxRedirects: 0 });
    expect(paid.status()).toBe(303);
    await shop.kill();
    await shop.start();
    const second = new URL(paid.headers()['location'] ?? '', shop.url).searchParams.get('order_id') ?? '';
    await isPaid(visitor, email, second);

    await page.goto(`/order/${first}`);
    await expect(visitor.text(t('orders.status.paid'))).toBeVisible();
    await page.close();
    // Whatever was still to be sent is on its way before the program ends.
    await shop.stop();
    for (const id of [first, second]) {
      expect((await paidMails(shop, email, id)).length, 'one mail about the payment').toBe(1);
    }
  });
});

/** The order becomes paid without anybody looking at the thanks, and a mail says so. */
async function isPaid({ context, shop }: Visitor, email: string, id: string): Promise<void> {
  await expect.poll(async () => {
    const answer = await context.request.get(`/api/orders/${id}`);
    return ((await answer.json()) as { status: string }).status === 'paid';
  }, `order ${id} is paid`).toBe(true);
  await expect.poll(async () => (await paidMails(shop, email, id)).length, `a mail about ${id}`).toBe(1);
}

/** The mails that say this order is paid. */
const paidMails = async (shop: Shop, email: string, id: string) =>
  (await shop.mails.to(email, words.paid)).filter(({ subject }) => subject.includes(shortId(id)));
