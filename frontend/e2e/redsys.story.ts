// Buying on a phone in a shop that is paid through Redsys.

import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { addToCart, asCustomer, serverTexts, shortId } from './buyer';
import { seriousFindings } from './every-page.story';
import { Bank } from './redsys';
import { Shop } from './shop';
import { serverTextsOf } from './texts';
import { phone, story, type Visitor, type World } from './visitor';

export const redsys = (world: () => World) =>
  describe('Redsys', () => {
    let shop: Shop | undefined;
    const bank = new Bank();
    const own = (): World => {
      if (shop === undefined) throw new Error('the shop is not open');
      return { shop, browser: world().browser };
    };

    before(async () => {
      await bank.open();
      shop = await Shop.open(...bank.options);
    });
    after(async () => {
      await shop?.close();
      bank.close();
    });

    for (const lang of ['es', 'ar'] as const) {
      story(own, `takes the money, in ${lang}`, { lang, cookies: 'session', viewport: phone }, (visitor) => buy(visitor, bank));
    }
  });

async function buy(visitor: Visitor, bank: Bank): Promise<void> {
  const { page, shop, lang, t } = visitor;
  const words = serverTextsOf(lang, 'redsys');
  visitor.mayAsk(bank.base);
  const { email } = await asCustomer(visitor, lang);
  await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
  await visitor.open('/checkout');
  assert.equal(await page.getByText(t('checkout.sandbox_note')).count(), 0, 'money moves here');

  // The page on the way, looked at without the script that sends it off.
  await page.route('**/redsys/pay.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await visitor.button(t('checkout.pay')).click();
  await visitor.arrivesAt(/^\/redsys\/pay\//);
  const onTheWay = page.url();
  await visitor.sees(words['note'] ?? '');
  await visitor.readsIn(lang);
  await visitor.fitsTheScreen('the way to the bank');
  assert.deepEqual(await seriousFindings(page, 'the way to the bank'), []);
  await page.unroute('**/redsys/pay.js');
  await visitor.button(words['pay'] ?? '').click();
  await visitor.button('Deny').click();

  await visitor.arrivesAt(/^\/cart\?cancelled=1&order_id=/);
  await visitor.button(t('order.pay')).click();
  // By itself, and on a page of its own.
  await visitor.button('Pay').click();
  await visitor.arrivesAt(/^\/success\?order_id=[^&]+&session_id=/);
  assert(!onTheWay.endsWith(new URL(page.url()).searchParams.get('session_id') ?? ''));
  await visitor.seesPage(t('success.paid_title'));
  await visitor.fitsTheScreen('the thanks');
  const id = new URL(page.url()).searchParams.get('order_id') ?? '';
  await visitor.open(`/order/${id}`);
  await visitor.sees(t('orders.status.paid'));
  await shop.mails.await(email, `${serverTexts[lang].paid} ${shortId(id)}`);
}
