// Buying on a phone in a shop that is paid through Stripe.

import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { addToCart, asCustomer, serverTexts, shortId } from './buyer';
import { Shop } from './shop';
import { StripeStandIn } from './stripe';
import { phone, story, type Visitor, type World } from './visitor';

export const stripe = (world: () => World) =>
  describe('Stripe', () => {
    let shop: Shop | undefined;
    const opened = (): Shop => {
      if (shop === undefined) throw new Error('the shop is not open');
      return shop;
    };
    const standIn = new StripeStandIn(() => opened().url);
    const own = (): World => ({ shop: opened(), browser: world().browser });

    before(async () => {
      await standIn.open();
      shop = await Shop.open(...standIn.options);
    });
    after(async () => {
      await shop?.close();
      standIn.close();
    });

    const small = { cookies: 'session', viewport: phone } as const;
    for (const lang of ['es', 'ar'] as const) {
      story(own, `takes the money, in ${lang}`, { ...small, lang }, (visitor) => buy(visitor, standIn));
    }
    story(own, 'is asked when it says nothing', small, (visitor) => buy(visitor, standIn, 'Pay, and tell nobody'));
  });

async function buy(visitor: Visitor, standIn: StripeStandIn, pay = 'Pay'): Promise<void> {
  const { page, shop, lang, t } = visitor;
  visitor.mayAsk(standIn.base);
  const { email } = await asCustomer(visitor, lang);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await visitor.open('/checkout');
  assert.equal(await page.getByText(t('checkout.sandbox_note')).count(), 0, 'money moves here');
  await visitor.fitsTheScreen('the checkout');
  await visitor.button(t('checkout.pay')).click();
  await page.waitForURL(`${standIn.base}/c/pay/*`);

  await visitor.link('Back').click();
  await visitor.arrivesAt(/^\/cart\?cancelled=1&order_id=/);
  await visitor.button(t('order.pay')).click();
  await page.waitForURL(`${standIn.base}/c/pay/*`);

  await visitor.button(pay).click();
  await visitor.arrivesAt(/^\/success\?order_id=[^&]+&session_id=cs_test_/);
  await visitor.seesPage(t('success.paid_title'));
  await visitor.fitsTheScreen('the thanks');
  const id = new URL(page.url()).searchParams.get('order_id') ?? '';
  await visitor.open(`/order/${id}`);
  await visitor.sees(t('orders.status.paid'));
  await shop.mails.await(email, `${serverTexts[lang].paid} ${shortId(id)}`);
}
