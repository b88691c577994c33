// Buying on a phone in a shop that is paid through Stripe.

import { addToCart, asCustomer, buyNow, payNow, serverTexts, shortId } from './support/buyer';
import { StripeStandIn } from './support/stripe';
import { at, expect, phone, test as shopTest } from './support/test';
import type { Visitor } from './support/visitor';

const test = shopTest.extend<object, { stripe: StripeStandIn }>({
  stripe: [
    async ({}, use) => {
      const standIn = new StripeStandIn();
      await standIn.open();
      await use(standIn);
      standIn.close();
    },
    { scope: 'worker' },
  ],
  shopOptions: [({ stripe }, use) => use(stripe.options), { scope: 'worker' }],
});

test.describe('Stripe', () => {
  test.use({ viewport: phone });

  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang });

      test(`takes the money, in ${lang}`, ({ visitor, stripe }) => buy(visitor, stripe));
    });
  }

  test('is asked when it says nothing', ({ visitor, stripe }) => buy(visitor, stripe, 'Pay, and tell nobody'));
});

async function buy(visitor: Visitor, { base }: StripeStandIn, pay = 'Pay'): Promise<void> {
  const { page, shop, lang, t } = visitor;
  visitor.watch.mayAsk(base);
  const { email } = await asCustomer(visitor, lang);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await visitor.open('/checkout');
  await expect(page.getByText(t('checkout.sandbox_note')), 'money moves here').toHaveCount(0);
  await expect(page, 'the checkout').toFitTheScreen();
  await visitor.button(buyNow(t)).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(`${base}/c/pay/`));

  await visitor.link('Back').click();
  await expect(page).toHaveURL(at(/^\/cart\?cancelled=1&order_id=/));
  await visitor.button(payNow(t)).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(`${base}/c/pay/`));

  await visitor.button(pay).click();
  await expect(page).toHaveURL(at(/^\/success\?order_id=[^&]+&session_id=cs_test_/));
  await expect(visitor.title(t('success.paid_title'))).toBeVisible();
  await expect(page, 'the thanks').toFitTheScreen();
  const id = new URL(page.url()).searchParams.get('order_id') ?? '';
  await visitor.open(`/order/${id}`);
  await expect(visitor.text(t('orders.status.paid'))).toBeVisible();
  expect((await shop.mails.await(email, serverTexts[lang].paid)).subject).toContain(shortId(id));
}
