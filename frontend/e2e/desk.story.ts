// The owner at the desk, and whoever is none.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { Authenticator } from './authenticator';
import { addToCart, asCustomer, customer, order, pay, shortId, signIn } from './buyer';
import { mailTextsOf } from './texts';
import { phone, story, type VisitOptions, type Visitor, type World } from './visitor';

type Another = (options: VisitOptions) => Promise<Visitor>;

export const desk = (world: () => World) =>
  describe('the desk', () => {
    for (const lang of ['es', 'ar'] as const) {
      story(world, `opens from the account past another sign-in, in ${lang}`, { lang, cookies: 'session' }, opensFromTheAccount);
      story(world, `ships an order on a telephone, in ${lang}`, { lang, cookies: 'session', viewport: phone }, ships);
    }
    story(world, 'is not for customers', { cookies: 'session' }, isNotForCustomers);
    story(world, 'asks an administrator for a second factor', { cookies: 'session' }, wantsAFactor);
    story(world, 'sends strangers to sign in and brings them back', { cookies: 'session' }, comesBack);
    story(world, 'is no part of what shoppers load', { cookies: 'session' }, isNotLoaded);
    story(world, 'gives money back after another sign-in only', { cookies: 'session' }, givesBack);
    story(world, 'puts a comment on its product', { cookies: 'session' }, approvesAComment);
  });

const flag = (visitor: Visitor) => visitor.page.evaluate(() => sessionStorage.getItem('admin-panel'));

async function opensFromTheAccount(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await signIn(visitor, shop.admin);
  await visitor.open('/account');
  const tabs = page.getByRole('tab');
  const chosen = page.getByRole('tab', { selected: true });
  // The arrow keys walk over it without leaving the page.
  await chosen.focus();
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), t('account.tab.admin'));
  assert.equal(new URL(page.url()).pathname, '/account');
  await tabs.filter({ hasText: t('account.tab.admin') }).click();
  await visitor.arrivesAt('/login');
  assert.notEqual(await flag(visitor), null);
  await visitor.sees(t('login.panel_lead', { email: shop.admin.email }));
  await visitor.field(t('field.password')).fill(shop.admin.password);
  await visitor.button(t('login.submit')).click();
  await visitor.arrivesAt('/admin');
  await visitor.seesPage(t('desk.place.today'));
  assert.equal(await flag(visitor), null);
  // Asked for again, and given up by signing out.
  await visitor.open('/account');
  await tabs.filter({ hasText: t('account.tab.admin') }).click();
  await visitor.link(t('login.panel_back')).click();
  await visitor.arrivesAt('/account');
  assert.equal(await flag(visitor), null);
  await tabs.filter({ hasText: t('account.tab.admin') }).click();
  await visitor.open('/admin');
  await visitor.button(t('account.logout')).click();
  await visitor.arrivesAt(/^\/login/);
  assert.equal(await flag(visitor), null);
}

/** Goes through a purchase; answers the order's id. */
async function buys(visitor: Visitor): Promise<string> {
  await addToCart(visitor, await visitor.shop.pathOf('bombilla-led-e27'));
  await order(visitor);
  return pay(visitor, visitor.lang);
}

async function ships(visitor: Visitor, another: Another): Promise<void> {
  const { page, shop, lang, t } = visitor;
  const buyer = await another({ lang, cookies: 'session' });
  const { email } = await asCustomer(buyer, lang);
  const id = await buys(buyer);
  await signIn(visitor, shop.admin);
  await visitor.open('/admin');
  await visitor.link(t('desk.place.orders'), page.getByRole('navigation')).click();
  await visitor.arrivesAt('/admin/orders');
  await visitor.link(t('desk.orders.to_ship')).click();
  await page.getByRole('searchbox').fill(email);
  await visitor.arrivesAt(`/admin/orders?status=paid&q=${encodeURIComponent(email)}`);
  const row = page.getByRole('link', { name: new RegExp(shortId(id)) });
  await row.click();
  await visitor.seesPage(`${t('order.number')} ${shortId(id)}`);
  await visitor.button(t('desk.order.ship')).click();
  const number = visitor.dialog.getByLabel(t('desk.order.tracking'));
  await number.fill('123');
  await visitor.button(t('desk.order.ship_yes'), visitor.dialog).click();
  await visitor.sees(t('desk.order.tracking_format'));
  await number.fill('pq4e8x 0700-0123');
  await visitor.button(t('desk.order.ship_yes'), visitor.dialog).click();
  await visitor.toast(t('desk.order.ship_done'));
  await visitor.button(t('desk.order.deliver')).waitFor();
  await visitor.sees('PQ4E8X07000123');
  await visitor.button(t('desk.order.correct')).click();
  assert.equal(await number.inputValue(), 'PQ4E8X07000123');
  await number.fill('pq4e8x 0700-0124');
  await visitor.button(t('desk.order.correct_yes'), visitor.dialog).click();
  await visitor.toast(t('desk.order.correct_done'));
  await visitor.sees('PQ4E8X07000124');
  // Back finds the list as it was left, without what is shipped now.
  await visitor.link(t('desk.place.orders'), page.locator('main')).click();
  await visitor.arrivesAt(`/admin/orders?status=paid&q=${encodeURIComponent(email)}`);
  await row.waitFor({ state: 'detached' });
  await visitor.open('/admin/log?act=order');
  await page.locator('.desk-log').filter({ hasText: shortId(id) }).getByText(t('desk.act.order.shipped')).waitFor();
  await buyer.open(`/order/${id}`);
  await buyer.sees(t('orders.status.shipped'));
  await shop.mails.await(email, (mailTextsOf(lang)['shipped_subject'] ?? '').replace('{{number}}', shortId(id)));
}

async function isNotForCustomers(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await asCustomer(visitor);
  await visitor.open('/account');
  await page.getByRole('tab').first().waitFor();
  assert.equal(await page.getByRole('tab', { name: t('account.tab.admin') }).count(), 0);
  for (const path of ['/admin', '/admin/orders']) {
    await visitor.open(path);
    await visitor.seesPage(t('desk.not_yours.title'));
    assert.equal(await page.locator('.desk').count(), 0);
  }
  await visitor.button(t('factor.leave')).click();
  await visitor.arrivesAt('/login?next=%2Fadmin%2Forders');
}

async function wantsAFactor(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const person = await customer(shop);
  await shop.run('create-admin', '--email', person.email);
  await signIn(visitor, person);
  await visitor.open('/admin/orders');
  await visitor.seesPage(t('desk.factor.title'));
  await visitor.link(t('factor.add')).click();
  await visitor.arrivesAt('/account?tab=security');
  await visitor.button(t('factor.add')).click();
  const app = new Authenticator((await page.locator('.enrol__secret').textContent()) ?? '');
  await visitor.field(t('code.label')).fill(await app.code());
  await visitor.button(t('enrol.submit')).click();
  await visitor.sees(t('recovery.text'));
  await visitor.button(t('recovery.done')).click();
  await page.getByRole('tab', { name: t('account.tab.admin') }).click();
  await visitor.field(t('field.password')).fill(person.password);
  await visitor.button(t('login.submit')).click();
  await visitor.seesPage(t('factor.title'));
  await visitor.field(t('code.label')).fill(await app.code());
  await visitor.button(t('factor.submit')).click();
  await visitor.arrivesAt('/admin');
  await visitor.seesPage(t('desk.place.today'));
}

async function comesBack(visitor: Visitor): Promise<void> {
  const { shop, t } = visitor;
  await visitor.open('/admin/log?act=order');
  await visitor.arrivesAt('/login?next=%2Fadmin%2Flog%3Fact%3Dorder');
  await visitor.field(t('field.email')).fill(shop.admin.email);
  await visitor.field(t('field.password')).fill(shop.admin.password);
  await visitor.button(t('login.submit')).click();
  await visitor.arrivesAt('/admin/log?act=order');
  await visitor.seesPage(t('desk.place.log'));
}

/** The files of the build that only the desk has. */
function filesOfTheDesk(): string[] {
  const { routes, texts } = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as {
    routes: Record<string, string[]>;
    texts: Record<string, Record<string, string[]>>;
  };
  const others = Object.entries(routes).filter(([name]) => name !== 'admin');
  const read = Object.entries(texts).filter(([name]) => name !== 'admin').flatMap(([, files]) => Object.values(files).flat());
  const shared = [...others.flatMap(([, files]) => files), ...read];
  const own = [...(routes['admin'] ?? []), ...Object.values(texts['admin'] ?? {}).flat()].filter((file) => !shared.includes(file));
  assert.ok(own.length >= 5, 'the code of the desk, and its texts in each language');
  return own;
}

async function isNotLoaded(visitor: Visitor): Promise<void> {
  const { context, page, shop, t } = visitor;
  const own = filesOfTheDesk();
  const loaded: string[] = [];
  context.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const isOfTheDesk = (path: string) => own.some((file) => path === `/assets/${file}`) || /^\/assets\/desk-|^\/api\/admin/.test(path);
  await asCustomer(visitor);
  await visitor.open('/');
  await visitor.open(await shop.pathOf('bombilla-led-e27'));
  await buys(visitor);
  for (const tab of ['profile', 'orders', 'security', 'data', 'shipping']) {
    await visitor.open(`/account?tab=${tab}`);
    // Links fetch ahead what they lead to.
    await page.evaluate(() => document.querySelectorAll('a').forEach((link) => link.dispatchEvent(new Event('pointerover', { bubbles: true }))));
    await page.waitForLoadState('networkidle');
  }
  assert.ok(loaded.length > 50);
  assert.deepEqual(loaded.filter(isOfTheDesk), []);
  // The watch does see it.
  await visitor.open('/admin');
  await visitor.seesPage(t('desk.not_yours.title'));
  assert.ok(loaded.some(isOfTheDesk));
}

async function givesBack(visitor: Visitor, another: Another): Promise<void> {
  const { page, shop, t } = visitor;
  const buyer = await another({ cookies: 'session' });
  await asCustomer(buyer);
  const id = await buys(buyer);
  visitor.expects(403, /\/refund$/);
  await signIn(visitor, shop.admin);
  await visitor.open(`/admin/orders/${id}`);
  await visitor.button(t('desk.order.refund')).click();
  const amount = visitor.dialog.getByLabel(t('desk.order.refund_amount'));
  await amount.fill('100000');
  await visitor.button(t('desk.order.refund_yes'), visitor.dialog).click();
  await visitor.sees(/100|importe de hasta/);
  await amount.fill('1,50');
  // As ten minutes later.
  const refusal = { code: 'reauthentication_needed', status: 403, title: '', type: 'about:blank' };
  await page.route('**/refund', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  await visitor.button(t('desk.order.refund_yes'), visitor.dialog).click();
  const again = page.getByRole('dialog', { name: t('step_up.title') });
  await again.getByLabel(t('field.password')).first().fill(shop.admin.password);
  await visitor.button(t('login.submit'), again).click();
  await visitor.toast(t('desk.order.refund_done'));
  await visitor.sees(t('desk.refunds'));
  await visitor.sees(/1,50/);
}

async function approvesAComment(visitor: Visitor, another: Another): Promise<void> {
  const { page, shop, t } = visitor;
  const { id } = await shop.product('pintura-plastica-mate');
  const writer = await another({ cookies: 'session' });
  const { name } = await asCustomer(writer);
  const content = 'Cubre muy bien con dos manos.';
  const posted = await writer.context.request.post('/api/comments', {
    headers: { Origin: shop.url, 'X-Session-Transport': 'cookie' },
    data: { item_id: id, content },
  });
  assert.equal(posted.status(), 201);
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/comments');
  const card = page.getByRole('listitem').filter({ hasText: name });
  const publish = visitor.button(t('desk.comments.approve'), card);
  await publish.click();
  await card.waitFor({ state: 'detached' });
  await visitor.button(t('common.undo')).click();
  await publish.click();
  await card.waitFor({ state: 'detached' });
  const stranger = await another({ javaScriptEnabled: false });
  await stranger.page.goto(`/product/${id}`);
  await stranger.page.getByText(content).waitFor();
}
