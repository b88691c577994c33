import { address, type Buyer, buyNow, euros, pay, serverTexts, shortId, stranger } from './support/buyer';
import { linkIn } from './support/mail';
import { languages, type Lang } from './support/texts';
import { at, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe('buying on a phone, from an imported product file', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true, cookies: 'session' });

  test.describe(() => {
    test.use({ lang: 'es' });

    test('a stranger buys in Spanish', ({ visitor }) =>
      fromTheStoreToTheMail(visitor, 'es', { pieces: 2, items: '31.98', total: '36.93' }));
  });

  test.describe(() => {
    test.use({ lang: 'ar' });

    test('a stranger buys in Arabic, from right to left', ({ visitor }) =>
      fromTheStoreToTheMail(visitor, 'ar', { pieces: 1, items: '15.99', total: '20.94' }));
  });
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
  await expect(page, 'the store').toFitTheScreen();
  await page.getByRole('searchbox', { name: t('store.search') }).fill('clay pot');
  await visitor.button(t('store.search_submit')).click();
  await visitor.link(t('card.choose_named', { title: 'Clay Plant Pot' })).click();
  await expect(visitor.title('Clay Plant Pot')).toBeVisible();
  await expect(page, 'the product').toFitTheScreen();
  await page.getByRole('radio', { name: 'Large' }).check();
  for (let piece = 1; piece < pieces; piece += 1) await visitor.button(t('quantity.increase')).click();
  await expect(page.locator('.buy-box').getByText(t('product.chosen')), 'beside the button').toHaveText(`${t('product.chosen')} Large`);
  await visitor.button(t('product.add')).click();
  await expect(visitor.toast(t('cart.added'))).toBeVisible();
  await expect(visitor.toast('Clay Plant Pot (Large)')).toBeVisible();
  await visitor.button(t('cart.view')).click();
  await expect(visitor.text('Large', page)).toBeVisible();
  await expect(visitor.dialog.getByText(euros(items)).first()).toBeVisible();
  await expect(page, 'the cart panel').toFitTheScreen();
  await visitor.link(t('cart.checkout'), visitor.dialog).click();
  await expect(page).toHaveURL('/login?next=%2Fcheckout');
  expect(await visitor.watch.cookieNames(), 'no cookie before sign-in').toEqual([]);
}

async function register(visitor: Visitor, lang: Lang, buyer: Buyer): Promise<void> {
  const { page, shop, t } = visitor;
  await visitor.link(t('login.register')).click();
  await expect(visitor.title(t('register.title'))).toBeVisible();
  await expect(page, 'registration').toFitTheScreen();
  await visitor.field(t('field.name')).fill(buyer.name);
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.field(t('field.password')).fill(buyer.password);
  await visitor.button(t('register.submit')).click();
  await expect(visitor.title(t('check_email.title'))).toBeVisible();
  await expect(visitor.text(buyer.email)).toBeVisible();
  await expect(page, 'the page about the mail').toFitTheScreen();

  const mail = await shop.mails.await(buyer.email, serverTexts[lang].confirm);
  expect(mail.html, 'the mail speaks the language').toContain(`<html lang="${lang}" dir="${languages[lang].dir}"`);
  await visitor.open(linkIn(mail));
  await expect(visitor.title(t('welcome.confirm_title'))).toBeVisible();
  await visitor.button(t('welcome.confirm')).click();
  await expect(visitor.title(t('welcome.title'))).toBeVisible();
  await expect(page, 'the welcome').toFitTheScreen();
  await visitor.link(t('welcome.login')).click();
  await visitor.field(t('field.email')).fill(buyer.email);
  await visitor.field(t('field.password')).fill(buyer.password);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
}

/** Signed in, the buyer is back at the checkout, which wants an address first. */
async function completeAddress(visitor: Visitor): Promise<void> {
  const { t } = visitor;
  await expect(visitor.page).toHaveURL('/account?tab=profile&from=checkout');
  const said = visitor.toast(t('checkout.incomplete_title'));
  await expect(said).toBeVisible();
  const bottom = ({ y, height }: DOMRect) => y + height;
  const form = await visitor.field(t('field.name')).evaluate((field) => field.getBoundingClientRect().y);
  expect(bottom(await said.evaluate((element) => element.getBoundingClientRect())), 'it lies over no field').toBeLessThan(form);
  await expect(visitor.page, 'the account').toFitTheScreen();
  await visitor.field(t('field.address')).fill(address.address);
  await visitor.field(t('field.postcode')).fill('07001');
  await expect(visitor.text(t('form.outside_peninsula'))).toBeVisible();
  await visitor.field(t('field.postcode')).fill(address.postal_code);
  await visitor.field(t('field.city')).fill(address.city);
  await visitor.field(t('field.country')).fill('Francia');
  await expect(visitor.text(t('form.outside_country'))).toBeVisible();
  await visitor.button(t('account.save_continue')).click();
  await expect(visitor.page).toHaveURL('/account?tab=profile&from=checkout');
  await visitor.field(t('field.country')).fill(address.country);
  await visitor.button(t('account.save_continue')).click();
  await expect(visitor.page).toHaveURL('/checkout');
}

async function payForIt(visitor: Visitor, lang: Lang, { total }: Sums): Promise<string> {
  const { page, t } = visitor;
  await expect(visitor.title(t('checkout.title'))).toBeVisible();
  await expect(visitor.text(address.address)).toBeVisible();
  await expect(visitor.text(euros(total))).toBeVisible();
  await expect(page, 'the checkout').toFitTheScreen();
  await visitor.button(buyNow(t)).click();
  await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
  await visitor.readsIn(lang);
  await expect(page, 'the payment page').toFitTheScreen();

  await page.clock.install();
  const id = await pay(visitor, lang);
  await expect(visitor.toast(t('success.toast_title'))).toBeVisible();
  await page.clock.fastForward(2500);
  await expect(visitor.toast(t('success.toast_title'))).toBeVisible();
  await page.clock.fastForward(5000);
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(visitor.text(shortId(id))).toBeVisible();
  await expect(page.getByText(id), 'the whole id').toHaveCount(0);
  await expect(visitor.text(euros(total))).toBeVisible();
  await expect(page, 'the thanks').toFitTheScreen();
  await expect(visitor.cartWith(0)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('e-commerce-cart'))).toBe('[]');
  return id;
}

async function seeTheOrder(visitor: Visitor, id: string, { total }: Sums): Promise<void> {
  const { page, t } = visitor;
  await visitor.link(t('success.orders')).click();
  await expect(page).toHaveURL('/account?tab=orders');
  const row = page.getByRole('link', { name: new RegExp(shortId(id)) });
  await expect(row.getByText(t('orders.status.paid'))).toBeVisible();
  await expect(page, 'the orders').toFitTheScreen();
  await row.click();
  await expect(page).toHaveURL(`/order/${id}`);
  await expect(visitor.text('Clay Plant Pot')).toBeVisible();
  await expect(visitor.text('Large')).toBeVisible();
  await expect(visitor.text(address.address)).toBeVisible();
  await expect(visitor.text(new RegExp(total.replace('.', '[.,]')))).toBeVisible();
  await expect(page, 'the order').toFitTheScreen();
}

async function readTheMails({ shop }: Visitor, lang: Lang, { email, name }: Buyer, id: string, { total }: Sums): Promise<void> {
  for (const subject of [serverTexts[lang].received, serverTexts[lang].paid]) {
    const mail = await shop.mails.await(email, subject);
    expect(mail.subject, mail.subject).toContain(shortId(id));
    expect(mail.html, 'the mail speaks the language').toContain(`<html lang="${lang}" dir="${languages[lang].dir}"`);
    for (const text of [name, 'Clay Plant Pot', address.address, `${shop.url}/order/${id}`]) {
      expect(mail.text.includes(text), `${text} in ${mail.text}`).toBe(true);
    }
    expect(mail.text).toMatch(new RegExp(total.replace('.', '[.,]')));
  }
}
