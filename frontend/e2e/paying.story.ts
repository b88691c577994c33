import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { addToCart, asCustomer, euros, order, pay, serverTexts, shortId } from './buyer';
import { Shop } from './shop';
import { story, Visitor, type World } from './visitor';
import { eventually } from './wait';

const words = serverTexts.es;

export const paying = (world: () => World) =>
  describe('paying', () => {
    story(world, 'an abandoned payment leaves a pending order that is paid later', { cookies: 'session' }, abandoned);
    story(world, 'two clicks on the pay button make one order', { cookies: 'session' }, doubleClick);
    story(world, 'the way back from the payment page loses nothing', { cookies: 'session' }, wayBack);
    story(world, 'what was not paid for is a cart again when the buyer wants it so', { cookies: 'session' }, cartAgain);
    story(world, 'an order that was paid meanwhile is not offered for payment', { cookies: 'session' }, paidMeanwhile);
    story(world, 'a declined payment can be tried again', { cookies: 'session' }, declined);
    story(world, 'a pending order can be cancelled and its items bought again', { cookies: 'session' }, cancelled);
    story(world, 'the last piece is sold once', { cookies: 'session' }, lastPiece);
    story(world, 'a door plate needs its text and carries it to the order', { cookies: 'session' }, doorPlate);
    story(world, 'a power cut between order and payment loses and doubles nothing', {}, async () => {
      await powerCut(world);
    });
  });

async function abandoned(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await asCustomer(visitor);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await order(visitor);
  await visitor.button(words.back).click();
  await visitor.arrivesAt(/^\/cart\?cancelled=1&order_id=/);
  for (const look of ['come back', 'reloaded']) {
    await visitor.seesPage(t('checkout.cancelled_title'));
    await visitor.link('Detector de humo con batería de 10 años').waitFor();
    await visitor.sees(euros('27.85'));
    await visitor.button(t('order.pay')).waitFor();
    await visitor.fitsTheScreen(look);
    await page.reload();
  }
  await visitor.open('/account?tab=orders');
  const row = page.getByRole('listitem').filter({ hasText: t('orders.status.pending') });
  await row.getByRole('link').click();
  await visitor.arrivesAt(/^\/order\//);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await visitor.sees(t('orders.status.pending'));
  await visitor.button(t('order.pay')).click();
  await visitor.arrivesAt(/^\/sandbox\/pay\//);
  assert.equal(await pay(visitor), id);
  await visitor.open(`/order/${id}`);
  await visitor.sees(t('orders.status.paid'));
  assert.equal(await visitor.button(t('order.pay')).count(), 0);
}

async function cartAgain(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await asCustomer(visitor);
  const path = await shop.pathOf('detector-humo-diez-anos');
  await addToCart(visitor, path, 2);
  await order(visitor);
  await visitor.button(words.back).click();
  await visitor.arrivesAt(/^\/cart\?cancelled=1&order_id=/);
  const back = page.url();
  await visitor.button(t('checkout.back_to_cart')).click();
  await visitor.toast(t('checkout.in_cart_title'));
  await visitor.arrivesAt('/cart');
  await visitor.cartWith(2).waitFor();
  // The same link again: there is a cart, and the order of then is cancelled.
  await page.goto(back);
  await visitor.sees(t('checkout.cancelled_text'));
  await visitor.button(t('cart.clear')).click();
  await visitor.arrivesAt(/^\/order\//);
  await visitor.sees(t('orders.status.cancelled'));
}

async function paidMeanwhile(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await asCustomer(visitor);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await order(visitor);
  const id = await pay(visitor);
  await page.goto(`/cart?cancelled=1&order_id=${id}`);
  await visitor.arrivesAt(`/order/${id}`);
  await visitor.sees(t('orders.status.paid'));
}

async function doubleClick(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await asCustomer(visitor);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await visitor.open('/checkout');
  await visitor.button(t('checkout.pay')).dblclick();
  await visitor.arrivesAt(/^\/sandbox\/pay\//);
  await visitor.open('/account?tab=orders');
  const orders = page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) });
  await orders.first().waitFor();
  assert.equal(await orders.count(), 1);
}

async function wayBack(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await asCustomer(visitor);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await order(visitor);
  await page.goBack();
  await visitor.seesPage(t('checkout.cancelled_title'));
  await visitor.open('/account?tab=orders');
  await page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) }).click();
  await visitor.button(t('order.pay')).click();
  await pay(visitor);
  await page.goBack();
  await page.goForward();
  await visitor.seesPage(t('success.paid_title'));
  await addToCart(visitor, await shop.pathOf('kit-rodillo-antigota'));
  await page.goBack();
  await visitor.seesPage(t('success.paid_title'));
  // The thanks, seen again, do not empty the next cart.
  await visitor.cartWith(1).waitFor();
  await page.reload();
  await visitor.seesPage(t('success.paid_title'));
  await visitor.cartWith(1).waitFor();
}

async function declined(visitor: Visitor): Promise<void> {
  const { shop } = visitor;
  await asCustomer(visitor);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await order(visitor);
  await visitor.button(words.decline).click();
  await visitor.sees(words.declined);
  await pay(visitor);
}

async function cancelled(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await asCustomer(visitor);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'), 2);
  await order(visitor);
  await visitor.open('/account?tab=orders');
  await page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) }).click();
  await visitor.button(t('order.cancel')).click();
  await visitor.button(t('order.cancel_yes'), visitor.dialog).click();
  await visitor.toast(t('order.cancelled_title'));
  await visitor.sees(t('orders.status.cancelled'));
  await visitor.sees(t('order.reason.buyer'));
  await visitor.button(t('order.buy_again')).click();
  await visitor.toast(t('order.bought_again_title'));
  await visitor.cartWith(2).waitFor();
}

async function lastPiece(first: Visitor, another: (options: { cookies: 'session' }) => Promise<Visitor>): Promise<void> {
  const second = await another({ cookies: 'session' });
  const { shop, t } = first;
  await shop.run('set-stock', 'SEG-MON-CO', '1');
  const path = await shop.pathOf('detector-monoxido-carbono');
  for (const visitor of [first, second]) {
    await asCustomer(visitor);
    await addToCart(visitor, path);
    await visitor.open('/checkout');
    await visitor.button(t('checkout.pay')).waitFor();
  }
  await first.button(t('checkout.pay')).click();
  await first.arrivesAt(/^\/sandbox\/pay\//);
  second.expects(409, /create-order-and-send-email$/);
  await second.button(t('checkout.pay')).click();
  await second.sees('No hay suficiente stock para Detector de monóxido de carbono. No queda ninguno.');
  await pay(first);
  await second.open(path);
  await second.sees(t('stock.unavailable'));
}

async function doorPlate(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await asCustomer(visitor);
  await visitor.open(await shop.pathOf('placa-puerta-grabada'));
  const text = visitor.field('Texto de la placa');
  await visitor.button(t('product.add')).click();
  await visitor.sees(t('product.field_required'));
  await visitor.cartWith(0).waitFor();
  assert.equal(await text.evaluate((input) => input === document.activeElement), true, 'the missing text is asked for');
  await text.fill('Família Puig <3');
  await visitor.button(t('product.add')).click();
  await visitor.toast(t('cart.added'));
  await text.fill('Can Serra');
  await visitor.button(t('product.add')).click();
  await visitor.cartWith(2).click();
  for (const entered of ['Família Puig <3', 'Can Serra']) await visitor.dialog.getByText(entered).waitFor();
  assert.equal(await visitor.dialog.getByRole('listitem').count(), 2, 'two texts are two lines');
  await visitor.link(t('cart.checkout'), visitor.dialog).click();
  await visitor.sees('Família Puig <3');
  await visitor.button(t('checkout.pay')).click();
  const id = await pay(visitor);
  await page.goto(`/order/${id}`);
  await visitor.sees('Família Puig <3');
  await visitor.sees('Can Serra');
}

/** In a shop of its own: killed twice, once before the payment and once right after it. */
async function powerCut(world: () => World): Promise<void> {
  const shop = await Shop.open();
  const visitor = await Visitor.arrive(world().browser, shop, { cookies: 'session' });
  try {
    const { page } = visitor;
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
    const paid = await visitor.context.request.post(payment, {
      form: { action: 'pay' },
      headers: { Origin: shop.url },
      maxRedirects: 0,
    });
    assert.equal(paid.status(), 303);
    await shop.kill();
    await shop.start();
    const second = new URL(paid.headers()['location'] ?? '', shop.url).searchParams.get('order_id') ?? '';
    await isPaid(visitor, email, second);

    await page.goto(`/order/${first}`);
    await visitor.sees(visitor.t('orders.status.paid'));
    await visitor.assertUndisturbed();
    // Whatever was still to be sent is on its way before the program ends.
    await shop.stop();
    for (const id of [first, second]) {
      const mails = await shop.mails.to(email, `${words.paid} ${shortId(id)}`);
      assert.equal(mails.length, 1, 'one mail about the payment');
    }
  } finally {
    await visitor.context.close();
    await shop.close();
  }
}

/** The order becomes paid without anybody looking at the thanks, and a mail says so. */
async function isPaid({ context, shop }: Visitor, email: string, id: string): Promise<void> {
  await eventually(`order ${id} is paid`, async () => {
    const answer = await context.request.get(`/api/orders/${id}`);
    return ((await answer.json()) as { status: string }).status === 'paid';
  }, 60_000);
  await shop.mails.await(email, `${words.paid} ${shortId(id)}`);
}
