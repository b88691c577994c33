// Every page in every language and both colour schemes: nothing serious for axe, nothing wider than a
// phone, nothing on the console, no Spanish on a page in another language.

import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { describe } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { Authenticator } from './authenticator';
import { addToCart, asCustomer, order, pay, signIn } from './buyer';
import { spanishIn } from './spanish';
import { langCodes } from './texts';
import { desktop, phone, story, type VisitOptions, type Visitor, type World } from './visitor';

const nothing = '00000000-0000-4000-8000-000000000000';

/** Walks through pages and notes what is wrong on each. */
type Tour = (visitor: Visitor, look: (what: string) => Promise<void>) => Promise<void>;

const tours = (world: () => World, name: string, options: VisitOptions, walk: Tour) => {
  for (const lang of langCodes) {
    story(world, `${name}, in ${lang}`, { lang, reducedMotion: 'reduce', viewport: phone, ...options }, async (visitor) => {
      const findings: string[] = [];
      await walk(visitor, (what) => examine(visitor, what, findings));
      assert.deepEqual(findings, []);
    });
  }
};

export const everyPublicPage = (world: () => World) =>
  describe('every public page', () => {
    tours(world, 'as it opens', {}, openPages);
    tours(world, 'of the law', {}, legalPages);
    tours(world, 'on the way back into an account', {}, recoveryPages);
    tours(world, 'in use', {}, pagesInUse);
  });

export const everyPersonalPage = (world: () => World) =>
  describe('every personal page', () => {
    tours(world, 'while buying', { cookies: 'session' }, whileBuying);
    tours(world, 'in the account', { cookies: 'session' }, inTheAccount);
    tours(world, 'for the safety of the account', { cookies: 'session' }, forSafety);
  });

export const everyPageOfTheDesk = (world: () => World) =>
  describe('every page of the desk', () => {
    tours(world, 'with something on it', { cookies: 'session' }, atTheDesk);
    tours(world, 'for products', { cookies: 'session' }, productsAtTheDesk);
  });

async function legalPages(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  for (const path of ['/terms-and-conditions', '/privacy-policy', '/legal-notice', '/cookies', '/withdrawal', '/shipping-and-returns']) {
    await visitor.open(path);
    await visitor.readsIn(visitor.lang);
    await look(path);
  }
}

async function openPages(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  const { shop, lang } = visitor;
  visitor.expects(404, /^\/(no-such-page|product\/0000)/);
  const product = await shop.pathOf('cilindro-seguridad-leva');
  const plate = await shop.pathOf('placa-puerta-grabada');
  const lists = ['/', '/store', '/store?q=nothing-like-this', product, plate, '/cart', '/contact', '/solicitar-presupuesto'];
  const entries = ['/login', '/register', '/check-email', '/welcome', '/success', `/welcome#token_hash=${nothing}`];
  for (const path of [...lists, ...entries, '/no-such-page', `/product/${nothing}`]) {
    await visitor.open(path);
    await visitor.readsIn(lang);
    await look(path);
  }
}

async function recoveryPages(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  const { lang } = visitor;
  // With a query, since another fragment alone is no other page.
  const links = ['recovery', 'magiclink', 'email_change'].map((type) => `/verify?${type}#token_hash=${nothing}&type=${type}&email=a@example.com`);
  for (const path of ['/login?with=code', '/recover', '/verify', ...links]) {
    await visitor.open(path);
    await visitor.readsIn(lang);
    await look(path);
  }
}

async function pagesInUse(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  const { page, shop, t } = visitor;
  await addToCart(visitor, await shop.pathOf('pintura-plastica-mate'));
  await look('a toast');
  await visitor.cartWith(1).click();
  await visitor.dialog.getByRole('listitem').first().waitFor();
  await look('the cart panel');
  await visitor.open('/cart');
  await page.getByRole('spinbutton').waitFor();
  await look('the full cart');
  await visitor.open('/store');
  await visitor.button(t('nav.open_menu')).click();
  await look('the menu');
  await visitor.open('/?service=urgencias');
  await visitor.aliveBelow();
  await page.locator('#urgencias label').first().click();
  await look('an emergency');
  await visitor.link(t('pictures.open', { caption: t('pictures.caption.05') })).click();
  await visitor.dialog.getByRole('heading').waitFor();
  await look('a large picture');
  await visitor.open('/login');
  await page.locator('summary').click();
  await look('the languages');
  await visitor.open('/register');
  await visitor.button(t('register.submit')).click();
  await visitor.sees(t('form.required'));
  await look('an incomplete registration');
  await visitor.open('/recover');
  await visitor.field(t('field.email')).fill('nobody@example.com');
  await visitor.button(t('mailed.send')).click();
  await visitor.field(t('code.label')).fill('12');
  await visitor.button(t('code.submit')).click();
  await visitor.sees(t('code.format'));
  await look('a code half typed');
}

async function whileBuying(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  const { page, shop, lang, t } = visitor;
  await asCustomer(visitor, lang);
  await addToCart(visitor, await shop.pathOf('bombilla-led-e27'));
  await visitor.open('/checkout');
  await visitor.button(t('checkout.pay')).waitFor();
  await look('the checkout');
  const payment = await order(visitor);
  await look('the payment page');
  await page.locator('button[value=fail]').click();
  await page.getByRole('alert').waitFor();
  await look('the declined payment');
  await page.locator('button[value=cancel]').click();
  await visitor.seesPage(t('checkout.cancelled_title'));
  await look('back without having paid');
  await page.goto(payment);
  await pay(visitor, lang);
  await visitor.toast(t('success.toast_title'));
  await look('the thanks');
}

async function inTheAccount(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  const { page, shop, lang, t } = visitor;
  await asCustomer(visitor, lang);
  visitor.expects(404, /\/api\/orders\/0000/);
  await visitor.open('/account');
  await visitor.field(t('field.address')).waitFor();
  await look('the profile');
  await visitor.open('/account?tab=shipping');
  await visitor.sees(t('shipping.returns_days'));
  await look('shipping and returns');
  await visitor.open('/account?tab=orders');
  await visitor.sees(t('orders.empty_title'));
  await look('no orders');
  await addToCart(visitor, await shop.pathOf('bombilla-led-e27'));
  await order(visitor);
  await visitor.open('/account?tab=orders');
  const row = page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) });
  await row.waitFor();
  await look('the orders');
  await row.click();
  await visitor.button(t('order.pay')).waitFor();
  await look('a pending order');
  await visitor.button(t('order.cancel')).click();
  await visitor.button(t('order.cancel_yes'), visitor.dialog).waitFor();
  await look('the question before cancelling');
  await visitor.button(t('order.cancel_yes'), visitor.dialog).click();
  await visitor.sees(t('order.reason.buyer'));
  await look('a cancelled order');
  await visitor.open(`/order/${nothing}`);
  await visitor.seesPage(t('order.not_found_title'));
  await look('an order that is not there');
}

async function forSafety(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  const { page, lang, t } = visitor;
  const buyer = await asCustomer(visitor, lang);
  await visitor.open('/account?tab=data');
  await visitor.button(t('data.erase')).click();
  await visitor.button(t('data.erase_yes'), visitor.dialog).waitFor();
  await look('the question before erasing');
  await page.keyboard.press('Escape');
  await look('my data');
  await visitor.open('/account?tab=security');
  await visitor.sees(t('sessions.current'));
  await look('the security');
  await visitor.button(t('factor.add')).click();
  const secret = page.locator('.enrol__secret');
  await secret.waitFor();
  await look('an enrolment');
  const app = new Authenticator((await secret.textContent()) ?? '');
  await visitor.field(t('code.label')).fill(await app.code());
  await visitor.button(t('enrol.submit')).click();
  await visitor.sees(t('recovery.text'));
  await look('the recovery codes');
  await signIn(visitor, buyer);
  await visitor.open('/login');
  await visitor.seesPage(t('factor.title'));
  await look('the second step');
  await visitor.button(t('factor.use_recovery')).click();
  await look('the second step with a recovery code');
}

async function atTheDesk(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  const { page, shop, lang, t } = visitor;
  await asCustomer(visitor, lang);
  await visitor.open('/admin');
  await visitor.seesPage(t('desk.not_yours.title'));
  await look('the desk of others');
  await addToCart(visitor, await shop.pathOf('bombilla-led-e27'));
  await order(visitor);
  const id = await pay(visitor, lang);
  await signIn(visitor, shop.admin);
  const inquiry = await somethingAsked(visitor);
  const slip = `/admin/orders/${id}/slip`;
  for (const path of ['/admin', '/admin/orders', '/admin/orders?q=nothing-like-this', `/admin/orders/${id}`, slip, '/admin/comments?status=all', '/admin/customers', '/admin/inbox', '/admin/inbox/messages', inquiry, '/admin/mails?state=sent', '/admin/settings', '/admin/people', '/admin/log', '/admin/no-such-page']) {
    await visitor.open(path);
    await visitor.readsIn(lang);
    await page.locator('.desk h1').waitFor();
    await page.locator('.spinner').waitFor({ state: 'detached' });
    await look(path);
  }
  await visitor.open('/admin');
  await visitor.button(t('desk.sales_table')).click();
  await look('the figures');
  await visitor.button(t('desk.more')).click();
  await visitor.dialog.getByRole('link').first().waitFor();
  await look('the menu');
  await visitor.open('/admin/people');
  await visitor.button(t('desk.people.grant')).click();
  await visitor.button(t('desk.people.grant_yes'), visitor.dialog).click();
  await look('the question who is to help');
  await visitor.open(`/admin/orders/${id}`);
  for (const act of ['ship', 'note', 'refund', 'cancel']) {
    await visitor.button(t(`desk.order.${act}`)).click();
    await visitor.button(t(`desk.order.${act}_yes`), visitor.dialog).waitFor();
    await look(`the question before: ${act}`);
    await page.keyboard.press('Escape');
  }
}

/** A request for a quote that was answered; gives its page at the desk. */
async function somethingAsked({ context, shop, lang }: Visitor): Promise<string> {
  const email = `tour-${lang}@example.com`;
  const headers = { Origin: shop.url, 'X-Session-Transport': 'cookie' };
  const asked = { name: 'Ada King', email, message: '12 m² + 3 m²?', phone: '600 111 222', service: 'plumber', lang, consent: true };
  await context.request.post('/api/functions/send-budget-request', { headers, data: asked });
  const found = await context.request.get(`/api/admin/quotes?q=${email}`);
  const { quotes } = (await found.json()) as { quotes: { id: string }[] };
  const id = quotes[0]?.id ?? '';
  for (const [act, text] of [['note', '15 m²'], ['reply', '45 €']]) {
    const done = await context.request.post(`/api/admin/quotes/${id}/${act}`, { headers, data: { text } });
    assert.ok(done.ok(), await done.text());
  }
  return `/admin/inbox/quotes/${id}`;
}

/** A product with something in every section, and no word of Spanish; answers its id. */
async function plainProduct({ context, shop }: Visitor): Promise<string> {
  const variant = (watts: string) => ({ title: watts, price_in_cents: 345, manage_inventory: true, inventory_quantity: 9, option_values: [watts] });
  const answer = await context.request.post('/api/products', {
    headers: { Origin: shop.url, 'X-Session-Transport': 'cookie' },
    data: {
      title: 'LED E27',
      description: '<p>2700 K</p>',
      images: [{ url: '/media/demo/bombilla-led', alt: 'LED' }],
      options: ['W'],
      variants: [variant('8 W'), variant('14 W')],
      collections: [{ slug: 'led', title: 'LED' }],
      additional_info: [{ title: 'EPREL', description: '<p>1234567</p>' }],
      custom_fields: [{ title: 'RAL', is_required: false }],
      related: [{ section: 'LED', slug: 'bombilla-led-e27' }],
      texts: { en: { title: 'LED bulb' } },
    },
  });
  assert.equal(answer.status(), 201, await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

async function productsAtTheDesk(visitor: Visitor, look: (what: string) => Promise<void>): Promise<void> {
  const { page, shop, lang, t } = visitor;
  await signIn(visitor, shop.admin);
  const product = `/admin/products/${await plainProduct(visitor)}`;
  for (const path of ['/admin/products', '/admin/products/new', '/admin/products/bulk', '/admin/products/import', product]) {
    await visitor.open(path);
    await visitor.readsIn(lang);
    await page.locator('.desk h1').waitFor();
    await page.locator('.spinner').waitFor({ state: 'detached' });
    await page.evaluate(() => document.querySelectorAll<HTMLDetailsElement>('.desk-fold').forEach((fold) => (fold.open = true)));
    await look(path);
  }
  await visitor.field(t('desk.product.price')).first().fill('x');
  await visitor.button(t('desk.save')).click();
  await visitor.sees(t('desk.product.wrong.price'));
  await look('a price that is none');
  await visitor.button(t('desk.product.preview')).click();
  await visitor.dialog.getByRole('heading', { level: 3 }).first().waitFor();
  await look('the preview of a product');
}

/**
 * Looks at a page as it stands, on a phone and on a large screen, one of them by day and the other by night;
 * the languages take turns.
 */
async function examine(visitor: Visitor, what: string, findings: string[]): Promise<void> {
  const { page, lang } = visitor;
  const wide = await visitor.widerThanTheScreen();
  findings.push(...wide.map((part) => `${what}, ${lang}: ${part} is wider than the screen`));
  findings.push(...(await untidyMarkup(page)).map((part) => `${what}, ${lang}: ${part}`));
  if (lang !== 'es') findings.push(...(await spanishOn(page)).map((text) => `${what}, ${lang}: “${text}” is Spanish`));
  const nightOnPhone = lang === 'en' || lang === 'ar';
  for (const viewport of [phone, desktop]) {
    const colorScheme = (viewport === phone) === nightOnPhone ? 'dark' : 'light';
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    findings.push(...(await seriousFindings(page, `${what}, ${lang}, ${colorScheme}, ${viewport.width} px`)));
  }
  await page.setViewportSize(phone);
}

/** What HTML does not allow inside other elements, and a page that has no heading of its own or more than one. */
const untidyMarkup = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const blocks = ':is(div, p, ul, ol, dl, table, form, section, article, h1, h2, h3, h4)';
    const nested = [`:is(button, label, p, h1, h2, h3, h4, span) ${blocks}`, ':is(a, button) :is(a, button, input, select)'];
    const found = nested.flatMap((selector) => [...document.querySelectorAll(selector)]);
    const path = (element: Element) => `${element.parentElement?.closest('[class]')?.className ?? ''} > ${element.tagName.toLowerCase()}`;
    const headings = [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility());
    return [...found.map((element) => `${path(element)} stands where it must not`), ...(headings.length === 1 ? [] : [`${headings.length} × h1`])];
  });

/** Names of places where the firm works. */
const places = ['Collbató'];

/** What can be read or heard on a page, and is neither in its language nor a name. */
async function spanishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const told: string[] = [document.title];
    for (const element of document.body.querySelectorAll('*')) {
      // The name of a language is in that language, an address in that of the country; at the desk, what people
      // wrote and what things are called is as they wrote it.
      if (element.closest('address, .desk :is(bdi, [dir=auto])') || element.closest('[lang]') !== document.documentElement || !element.checkVisibility()) continue;
      told.push(...['alt', 'aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''));
      told.push(...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''));
    }
    return told;
  });
  return texts.map((text) => text.trim()).filter((text) => spanishIn(text, places) !== null);
}

/** What axe finds once nothing on the page is on its way from one look to another. */
async function violationsOn(page: Page): Promise<axe.Result[]> {
  // Colours on their way from one scheme to the other are nobody's.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await page.evaluate(
    () => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations;
}

/** What would keep somebody from using the page. Lesser findings go to the file that E2E_LESSER_FINDINGS names. */
export async function seriousFindings(page: Page, where: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  // A page that something still happened to is looked at once more; what is wrong with it stays wrong.
  const first = await violationsOn(page);
  const violations = first.length > 0 ? await violationsOn(page) : first;
  const told = violations.map(({ id, impact, nodes }) => ({
    serious: impact === 'serious' || impact === 'critical',
    line: `${where}: ${impact} ${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join('; ')}`,
  }));
  const file = process.env['E2E_LESSER_FINDINGS'];
  const lesser = told.filter(({ serious }) => !serious).map(({ line }) => `${line}\n`);
  if (file) appendFileSync(file, lesser.join(''));
  return told.filter(({ serious }) => serious).map(({ line }) => line);
}
