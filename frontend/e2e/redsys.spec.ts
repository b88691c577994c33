// Buying on a phone in a shop that is paid through Redsys.

import { addToCart, asCustomer, buyNow, payNow, serverTexts, shortId } from './support/buyer';
import { Bank } from './support/redsys';
import { serverTextsOf } from './support/texts';
import { at, expect, phone, test as base } from './support/test';
import type { Visitor } from './support/visitor';

const test = base.extend<object, { bank: Bank }>({
  bank: [
    async ({}, use) => {
      const bank = new Bank();
      await bank.open();
      await use(bank);
      bank.close();
    },
    { scope: 'worker' },
  ],
  shopOptions: [({ bank }, use) => use(bank.options), { scope: 'worker' }],
});

test.describe('Redsys', () => {
  test.use({ viewport: phone });

  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang });

      test(`takes the money, in ${lang}`, ({ visitor, bank }) => buy(visitor, bank));
    });
  }
});

async function buy(visitor: Visitor, bank: Bank): Promise<void> {
  const { page, shop, lang, t } = visitor;
  const words = serverTextsOf(lang, 'redsys');
  visitor.watch.mayAsk(bank.base);
  const { email } = await asCustomer(visitor, lang);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await visitor.open('/checkout');
  await expect(page.getByText(t('checkout.sandbox_note')), 'money moves here').toHaveCount(0);

  // The page on the way, looked at without the script that sends it off.
  await page.route('**/redsys/pay.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await visitor.button(buyNow(t)).click();
  await expect(page).toHaveURL(at(/^\/redsys\/pay\//));
  const onTheWay = page.url();
  await expect(visitor.text(words['note'] ?? '')).toBeVisible();
  await visitor.readsIn(lang);
  await expect(page, 'the way to the bank').toFitTheScreen();
  await expect(page, 'the way to the bank').toBeAccessible();
  await page.unroute('**/redsys/pay.js');
  await visitor.button(words['pay'] ?? '').click();
  await visitor.button('Deny').click();

  await expect(page).toHaveURL(at(/^\/cart\?cancelled=1&order_id=/));
  await visitor.button(payNow(t)).click();
  // By itself, and on a page of its own.
  await visitor.button('Pay').click();
  await expect(page).toHaveURL(at(/^\/success\?order_id=[^&]+&session_id=/));
  expect(onTheWay.endsWith(new URL(page.url()).searchParams.get('session_id') ?? '')).toBe(false);
  await expect(visitor.title(t('success.paid_title'))).toBeVisible();
  await expect(page, 'the thanks').toFitTheScreen();
  const id = new URL(page.url()).searchParams.get('order_id') ?? '';
  await visitor.open(`/order/${id}`);
  await expect(visitor.text(t('orders.status.paid'))).toBeVisible();
  expect((await shop.mails.await(email, serverTexts[lang].paid)).subject).toContain(shortId(id));
}
