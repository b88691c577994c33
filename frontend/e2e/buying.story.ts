import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { address, euros, pay, serverTexts, shortId, stranger, type Buyer } from './buyer';
import { linkIn } from './mail';
import { languages, type Lang } from './texts';
import { phone, story, type Visitor, type World } from './visitor';

export const buying = (world: () => World) =>
  describe('buying on a phone, from an imported product file', () => {
    const onPhone = { viewport: phone, isMobile: true, hasTouch: true, cookies: 'session' } as const;

    story(world, 'a stranger buys in Spanish', { ...onPhone, lang: 'es' }, (visitor) =>
      fromTheStoreToTheMail(visitor, 'es', { pieces: 2, items: '31.98', total: '36.93' }),
    );

    story(world, 'a stranger buys in Arabic, from right to left', { ...onPhone, lang: 'ar' }, (visitor) =>
      fromTheStoreToTheMail(visitor, 'ar', { pieces: 1, items: '15.99', total: '20.94' }),
    );
  });

type Sums = { pieces: number; items: string; total: string };

async function fromTheStoreToTheMail(visitor: Visitor, lang: Lang, sums: Sums): Promise<void> {
  const buyer = stranger();
  await choosePot(visitor, lang, sums);
  await register(visitor, lang, buyer);
  await completeAddress(visitor);
  const id = await payForIt(visitor, lang, sums);
  await seeTheOrder(visitor, id, sums);
  await readTheMails(visitor, lang, buyer, id, sums);
}

async function choosePot(visitor: Visitor, lang: Lang, { pieces, items }: Sums): Promise<void> {
  const { page, t } = visitor;
  await visitor.open('/store');
  await visitor.readsIn(lang);
  await visitor.fitsTheScreen('the store');
  await page.getByRole('searchbox', { name: t('store.search') }).fill('clay pot');
  await visitor.button(t('store.search_submit')).click();
  await visitor.link(t('card.choose_named', { title: 'Clay Plant Pot' })).click();
  await visitor.seesPage('Clay Plant Pot');
  await visitor.fitsTheScreen('the product');
  await page.getByRole('radio', { name: 'Large' }).check();
  for (let piece = 1; piece < pieces; piece += 1) await visitor.button(t('quantity.increase')).click();
  await visitor.button(t('product.add')).click();
  await visitor.toast(t('cart.added'));
  await visitor.button(t('cart.view')).click();
  await visitor.sees('Large', page);
  await visitor.dialog.getByText(euros(items)).first().waitFor();
  await visitor.fitsTheScreen('the cart panel');
  await visitor.link(t('cart.checkout'), visitor.dialog).click();
  await visitor.arrivesAt('/login?next=%2Fcheckout');
  assert.deepEqual(await visitor.cookieNames(), [], 'no cookie before sign-in');
}

async function register(visitor: Visitor, lang: Lang, buyer: Buyer): Promise<void> {
  const { page, shop, t } = visitor;
  await visitor.link(t('login.register')).click();
  await visitor.seesPage(t('register.title'));
  await visitor.fitsTheScreen('registration');
  await visitor.field(t('field.name')).fill(buyer.name);
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.field(t('field.password')).fill(buyer.password);
  await visitor.button(t('register.submit')).click();
  await visitor.seesPage(t('check_email.title'));
  await visitor.sees(buyer.email);
  await visitor.fitsTheScreen('the page about the mail');

  const mail = await shop.mails.await(buyer.email, serverTexts[lang].confirm);
  assert.ok(mail.html.includes(`<html lang="${lang}" dir="${languages[lang].dir}"`), 'the mail speaks the language');
  await visitor.open(linkIn(mail));
  await visitor.seesPage(t('welcome.confirm_title'));
  await visitor.button(t('welcome.confirm')).click();
  await visitor.seesPage(t('welcome.title'));
  await visitor.fitsTheScreen('the welcome');
  await visitor.link(t('welcome.login')).click();
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.field(t('field.password')).fill(buyer.password);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
}

/** Signed in, the buyer is back at the checkout, which wants an address first. */
async function completeAddress(visitor: Visitor): Promise<void> {
  const { t } = visitor;
  await visitor.arrivesAt('/account?tab=profile&from=checkout');
  await visitor.toast(t('checkout.incomplete_title'));
  await visitor.fitsTheScreen('the account');
  await visitor.field(t('field.address')).fill(address.address);
  await visitor.field(t('field.postcode')).fill('07001');
  await visitor.sees(t('form.outside_peninsula'));
  await visitor.field(t('field.postcode')).fill(address.postal_code);
  await visitor.field(t('field.city')).fill(address.city);
  await visitor.field(t('field.country')).fill('Francia');
  await visitor.sees(t('form.outside_country'));
  await visitor.button(t('account.save_continue')).click();
  await visitor.arrivesAt('/account?tab=profile&from=checkout');
  await visitor.field(t('field.country')).fill(address.country);
  await visitor.button(t('account.save_continue')).click();
  await visitor.arrivesAt('/checkout');
}

async function payForIt(visitor: Visitor, lang: Lang, { total }: Sums): Promise<string> {
  const { page, t } = visitor;
  await visitor.seesPage(t('checkout.title'));
  await visitor.sees(address.address);
  await visitor.sees(euros(total));
  await visitor.fitsTheScreen('the checkout');
  await visitor.button(t('checkout.pay')).click();
  await visitor.arrivesAt(/^\/sandbox\/pay\//);
  await visitor.readsIn(lang);
  await visitor.fitsTheScreen('the payment page');

  await page.clock.install();
  const id = await pay(visitor, lang);
  await visitor.toast(t('success.toast_title'));
  await page.clock.fastForward(2500);
  await visitor.toast(t('success.toast_title'));
  await page.clock.fastForward(5000);
  await page.locator('.toast').waitFor({ state: 'detached' });
  await visitor.sees(shortId(id));
  assert.equal(await page.getByText(id).count(), 0, 'the whole id');
  await visitor.sees(euros(total));
  await visitor.fitsTheScreen('the thanks');
  await visitor.cartWith(0).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('e-commerce-cart')), '[]');
  return id;
}

async function seeTheOrder(visitor: Visitor, id: string, { total }: Sums): Promise<void> {
  const { page, t } = visitor;
  await visitor.link(t('success.orders')).click();
  await visitor.arrivesAt('/account?tab=orders');
  const row = page.getByRole('link', { name: new RegExp(shortId(id)) });
  await row.getByText(t('orders.status.paid')).waitFor();
  await visitor.fitsTheScreen('the orders');
  await row.click();
  await visitor.arrivesAt(`/order/${id}`);
  await visitor.sees('Clay Plant Pot');
  await visitor.sees('Large');
  await visitor.sees(address.address);
  await visitor.sees(new RegExp(total.replace('.', '[.,]')));
  await visitor.fitsTheScreen('the order');
}

async function readTheMails({ shop }: Visitor, lang: Lang, { email, name }: Buyer, id: string, { total }: Sums): Promise<void> {
  for (const subject of [serverTexts[lang].received, serverTexts[lang].paid]) {
    const mail = await shop.mails.await(email, subject);
    assert.ok(mail.subject.includes(shortId(id)), mail.subject);
    assert.ok(mail.html.includes(`<html lang="${lang}" dir="${languages[lang].dir}"`), 'the mail speaks the language');
    for (const text of [name, 'Clay Plant Pot', address.address, `${shop.url}/order/${id}`]) {
      assert.ok(mail.text.includes(text), `${text} in ${mail.text}`);
    }
    assert.match(mail.text, new RegExp(total.replace('.', '[.,]')));
  }
}
