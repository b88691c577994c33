// What a buyer does in the shop, from the account to the paid order.

import assert from 'node:assert/strict';
import { at, expect } from './expect';
import { linkIn } from './mail';
import type { Shop } from './shop';
import { langCodes, serverTextsOf, type Lang, type TFunction } from './texts';
import type { Visitor } from './visitor';

export type Buyer = { email: string; password: string; name: string };

export const address = { address: 'Carrer Major, 1', city: 'Abrera', postal_code: '08630', country: 'España' };

let people = 0;

/** Somebody the shop does not know yet. */
export function stranger(): Buyer {
  people += 1;
  return { email: `buyer${people}@example.com`, password: 'correct horse battery', name: `Núria Puig ${people}` };
}

const headers = (shop: Shop) => ({ Origin: shop.url, 'Content-Type': 'application/json', 'X-Session-Transport': 'cookie' });

async function post(shop: Shop, path: string, body: object): Promise<void> {
  const answer = await fetch(shop.url + path, { method: 'POST', headers: headers(shop), body: JSON.stringify(body) });
  assert(answer.ok, `${path}: ${answer.status} ${await answer.text()}`);
}

/** An account with a confirmed address, made without the pages. */
export async function customer(shop: Shop, lang: Lang = 'es'): Promise<Buyer> {
  const buyer = stranger();
  const { email, password, name } = buyer;
  await post(shop, '/api/auth/signup', { email, password, data: { name, lang, ...address } });
  const mail = await shop.mails.await(email, serverTexts[lang].confirm);
  const token = new URLSearchParams(new URL(linkIn(mail)).hash.slice(1)).get('token_hash');
  await post(shop, '/api/auth/verify', { type: 'signup', token_hash: token });
  return buyer;
}

/** Signs in without the pages, on none: what was open would go on to ask for what was somebody else's. */
export async function signIn(visitor: Visitor, { email, password }: Pick<Buyer, 'email' | 'password'>): Promise<void> {
  await visitor.page.goto('about:blank');
  const answer = await visitor.context.request.post('/api/auth/token?grant_type=password', {
    headers: headers(visitor.shop),
    data: { email, password },
  });
  assert(answer.ok(), await answer.text());
  visitor.watch.mayHold('session');
}

/** A visitor who becomes a customer and is signed in. */
export async function asCustomer(visitor: Visitor, lang: Lang = 'es'): Promise<Buyer> {
  const buyer = await customer(visitor.shop, lang);
  await signIn(visitor, buyer);
  return buyer;
}

/** What the button is called that pays for an order that waits, whatever it comes to and whatever else it can be paid with. */
export const payNow = (t: TFunction) => new RegExp(`^(${t('order.pay', { amount: '.+' })}|${t('order.pay_card', { amount: '.+' })})$`);

/** What the button is called that buys, before and after the shop has said what else can be paid with. */
export const buyNow = (t: TFunction) => new RegExp(`^(${t('checkout.pay')}|${t('checkout.pay_card')})$`);

/** Chooses the first of everything that must be chosen and is not yet, on a product's page. */
export async function chooseFirst({ page }: Visitor): Promise<void> {
  const open = page.locator('.choices:not(:has(:checked))');
  while ((await open.count()) > 0) await open.first().getByRole('radio').first().check();
}

/** Puts a product into the cart, on its own page. */
export async function addToCart(visitor: Visitor, path: string, quantity = 1): Promise<void> {
  const { page, t } = visitor;
  await visitor.open(path);
  await chooseFirst(visitor);
  for (let piece = 1; piece < quantity; piece += 1) await visitor.button(t('quantity.increase')).click();
  await page.locator('.buy-box').getByRole('button', { name: t('product.add') }).click();
  await expect(visitor.toast(t('cart.added'))).toBeVisible();
}

/** From the checkout to the payment page; answers that page's address. */
export async function order(visitor: Visitor): Promise<string> {
  const { page, t } = visitor;
  await visitor.open('/checkout');
  await visitor.button(buyNow(t)).click();
  await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
  return page.url();
}

type ServerWords = Record<'noMoney' | 'pay' | 'decline' | 'back' | 'declined' | 'confirm' | 'received' | 'paid', string>;

/** The words of the payment page and of the mails, which belong to the server: up to the number of an order. */
function serverWords(lang: Lang): ServerWords {
  const [page, mail] = [serverTextsOf(lang, 'sandbox'), serverTextsOf(lang, 'mail')];
  const words = (texts: Record<string, string>, key: string) => (texts[key] ?? '').replace(/\s*\{\{.*$/, '');
  return {
    noMoney: words(page, 'no_money'),
    pay: words(page, 'pay'),
    decline: words(page, 'decline'),
    back: words(page, 'back'),
    declined: words(page, 'declined'),
    confirm: words(mail, 'confirm_subject'),
    received: words(mail, 'received_subject'),
    paid: words(mail, 'paid_subject'),
  };
}

export const serverTexts = Object.fromEntries(langCodes.map((lang) => [lang, serverWords(lang)])) as Record<Lang, ServerWords>;

/** Pays on the payment page and waits for the thanks; answers the order's id. */
export async function pay(visitor: Visitor, lang: Lang = 'es'): Promise<string> {
  const { page, t } = visitor;
  const words = serverTexts[lang];
  await expect(visitor.text(words.noMoney)).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${words.pay} `) }).click();
  await expect(page).toHaveURL(at(/^\/success\?order_id=[^&]+&session_id=/));
  await expect(visitor.title(t('success.paid_title'))).toBeVisible();
  const id = new URL(page.url()).searchParams.get('order_id');
  assert(id);
  return id;
}

/** Buys a lamp and pays for it; answers the order's id. */
export async function buys(visitor: Visitor): Promise<string> {
  await addToCart(visitor, await visitor.shop.pathOf('bombilla-led-e27'));
  await order(visitor);
  return pay(visitor, visitor.lang);
}

/** The first characters of an order's id, as people read it. */
export const shortId = (id: string): string => id.slice(0, 8);

/** Money as it stands on a page that writes a decimal comma. */
export const euros = (amount: string): string => `${amount.replace('.', ',')}\u00a0€`;
