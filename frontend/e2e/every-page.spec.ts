// Every page in every language and both colour schemes: nothing serious for axe, nothing wider than a
// phone or cut off, nothing on the console, no Spanish on a page in another language.

import { Authenticator } from './support/authenticator';
import { addToCart, buyNow, order, pay, payNow, signIn } from './support/buyer';
import { isThorough } from './support/look';
import { langCodes } from './support/texts';
import { expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';
import { cutOff } from './support/words';

const nothing = '00000000-0000-4000-8000-000000000000';

test.use({ viewport: phone, reducedMotion: 'reduce' });

for (const lang of langCodes) {
  const onlyPublic = !isThorough && (lang === 'en' || lang === 'fr');
  test.describe(() => {
    test.use({ lang });

    test.describe('every public page', () => {
      test(`as it opens, in ${lang}`, async ({ visitor, page, shop, watch, look }) => {
        watch.expects(404, /^\/(no-such-page|product\/0000)/);
        const product = await shop.pathOf('cilindro-seguridad-leva');
        const plate = await shop.pathOf('placa-puerta-grabada');
        const lists = ['/', '/store', '/store?q=nothing-like-this', '/store?stock=1', product, plate, '/cart', '/contact', '/solicitar-presupuesto', '/tarifas', '/tarifas?postcode=08640', '/tarifas?postcode=28001'];
        const entries = ['/login', '/register', '/check-email', '/welcome', '/success', `/welcome#token_hash=${nothing}`];
        for (const path of [...lists, ...entries, '/no-such-page', `/product/${nothing}`]) {
          await visitor.open(path);
          await visitor.readsIn(lang);
          expect.soft(await cutOff(page), `${path}: cut off`).toEqual([]);
          await look(path);
        }
      });

      test(`of the law, in ${lang}`, async ({ visitor, page, look }) => {
        for (const path of ['/terms-and-conditions', '/privacy-policy', '/legal-notice', '/cookies', '/withdrawal', '/shipping-and-returns', '/accessibility']) {
          await visitor.open(path);
          await visitor.readsIn(lang);
          expect.soft(await cutOff(page), `${path}: cut off`).toEqual([]);
          await look(path);
        }
      });

      if (onlyPublic) return;

      test(`on the way back into an account, in ${lang}`, async ({ visitor, look }) => {
        // With a query, since another fragment alone is no other page.
        const links = ['recovery', 'magiclink', 'email_change', 'way_back'].map((type) => `/verify?${type}#token_hash=${nothing}&type=${type}&email=a@example.com`);
        for (const path of ['/login?with=code', '/recover', '/verify', ...links]) {
          await visitor.open(path);
          await visitor.readsIn(lang);
          await look(path);
        }
      });

      test(`in use, in ${lang}`, async ({ visitor, page, shop, t, look }) => {
        await addToCart(visitor, await shop.pathOf('pintura-plastica-mate'));
        await look('a toast');
        await visitor.cartWith(1).click();
        await expect(visitor.dialog.getByRole('listitem').first()).toBeVisible();
        await look('the cart panel');
        await visitor.open('/cart');
        await expect(page.getByRole('spinbutton')).toBeVisible();
        await look('the full cart');
        await visitor.open('/store');
        await visitor.button(t('nav.open_menu')).click();
        await look('the menu');
        await visitor.open('/?service=urgencias');
        await visitor.aliveBelow();
        await page.locator('#urgencias label').first().click();
        await look('an emergency');
        await visitor.link(t('pictures.open', { caption: t('pictures.caption.05') })).click();
        await expect(visitor.dialog.getByRole('heading')).toBeVisible();
        await look('a large picture');
        await visitor.open('/login');
        await page.locator('summary').click();
        await look('the languages');
        await visitor.open('/register');
        await visitor.button(t('register.submit')).click();
        await expect(visitor.text(t('form.required'))).toBeVisible();
        await look('an incomplete registration');
        await visitor.open('/recover');
        await visitor.field(t('field.email')).fill('nobody@example.com');
        await visitor.button(t('mailed.send')).click();
        await visitor.field(t('code.label')).fill('12');
        await visitor.button(t('code.submit')).click();
        await expect(visitor.text(t('code.format'))).toBeVisible();
        await look('a code half typed');
      });
    });

    if (onlyPublic) return;

    test.describe('every personal page', () => {
      test(`while buying, in ${lang}`, async ({ visitor, customer: _, page, shop, t, look }) => {
        await addToCart(visitor, await shop.pathOf('bombilla-led-e27'));
        await visitor.open('/checkout');
        await expect(visitor.button(buyNow(t))).toBeVisible();
        await look('the checkout');
        const payment = await order(visitor);
        await look('the payment page');
        await page.locator('button[value=fail]').click();
        await expect(page.getByRole('alert')).toBeVisible();
        await look('the declined payment');
        await page.locator('button[value=cancel]').click();
        await expect(visitor.title(t('checkout.cancelled_title'))).toBeVisible();
        await look('back without having paid');
        await page.goto(payment);
        await pay(visitor, lang);
        await expect(visitor.toast(t('success.toast_title'))).toBeVisible();
        await look('the thanks');
      });

      test(`in the account, in ${lang}`, async ({ visitor, customer: _, page, shop, t, watch, look }) => {
        watch.expects(404, /\/api\/orders\/0000/);
        await visitor.open('/account');
        await expect(visitor.field(t('field.address'))).toBeVisible();
        await look('the profile');
        await visitor.open('/account?tab=shipping');
        await expect(visitor.text(t('shipping.returns_days'))).toBeVisible();
        await look('shipping and returns');
        await visitor.open('/account?tab=orders');
        await expect(visitor.text(t('orders.empty_title'))).toBeVisible();
        await look('no orders');
        await addToCart(visitor, await shop.pathOf('bombilla-led-e27'));
        await order(visitor);
        await visitor.open('/account?tab=orders');
        const row = page.locator('main').getByRole('link', { name: new RegExp(t('orders.status.pending')) });
        await expect(row).toBeVisible();
        await look('the orders');
        await row.click();
        await expect(visitor.button(payNow(t))).toBeVisible();
        await look('a pending order');
        await visitor.button(t('order.cancel')).click();
        await expect(visitor.button(t('order.cancel_yes'), visitor.dialog)).toBeVisible();
        await look('the question before cancelling');
        await visitor.button(t('order.cancel_yes'), visitor.dialog).click();
        await expect(visitor.text(t('order.reason.buyer'))).toBeVisible();
        await look('a cancelled order');
        await visitor.open(`/order/${nothing}`);
        await expect(visitor.title(t('order.not_found_title'))).toBeVisible();
        await look('an order that is not there');
      });

      test(`for the safety of the account, in ${lang}`, async ({ visitor, customer, page, t, look }) => {
        await visitor.open('/account?tab=data');
        await visitor.button(t('data.erase')).click();
        await expect(visitor.button(t('data.erase_yes'), visitor.dialog)).toBeVisible();
        await look('the question before erasing');
        await page.keyboard.press('Escape');
        await look('my data');
        await visitor.open('/account?tab=security');
        await expect(visitor.text(t('sessions.current'))).toBeVisible();
        await look('the security');
        await visitor.button(t('factor.add')).click();
        const secret = page.locator('.enrol__secret');
        await expect(secret).toBeVisible();
        await look('an enrolment');
        const app = new Authenticator((await secret.textContent()) ?? '');
        await visitor.field(t('code.label')).fill(await app.code());
        await visitor.button(t('enrol.submit')).click();
        await expect(visitor.text(t('recovery.text'))).toBeVisible();
        await look('the recovery codes');
        await signIn(visitor, customer.account);
        await visitor.open('/login');
        await expect(visitor.title(t('factor.title'))).toBeVisible();
        await look('the second step');
        await visitor.button(t('factor.use_recovery')).click();
        await look('the second step with a recovery code');
      });
    });

    test.describe('every page of the desk', () => {
      test(`with something on it, in ${lang}`, async ({ visitor, customer: _, page, shop, t, look }) => {
        await visitor.open('/admin');
        await expect(visitor.title(t('desk.not_yours.title'))).toBeVisible();
        await look('the desk of others');
        await addToCart(visitor, await shop.pathOf('bombilla-led-e27'));
        await order(visitor);
        const id = await pay(visitor, lang);
        await signIn(visitor, shop.admin);
        const inquiry = await somethingAsked(visitor);
        for (const path of ['/admin', '/admin/orders', '/admin/orders?q=nothing-like-this', `/admin/orders/${id}`, '/admin/comments?status=all', '/admin/customers', '/admin/inbox', '/admin/inbox/messages', inquiry, '/admin/mails?state=sent', '/admin/invoices', '/admin/tariff', '/admin/law', '/admin/settings', '/admin/people', '/admin/log', '/admin/no-such-page']) {
          await visitor.open(path);
          await visitor.readsIn(lang);
          await expect(page.locator('.desk h1')).toBeVisible();
          await expect(page.locator('.spinner')).toHaveCount(0);
          await look(path);
        }
        await visitor.open('/admin');
        await visitor.button(t('desk.sales_table')).click();
        await expect(visitor.button(t('desk.sales_chart'))).toBeVisible();
        await look('the figures');
        await visitor.button(t('desk.more')).click();
        await expect(visitor.dialog.getByRole('link').first()).toBeVisible();
        await look('the menu');
        await visitor.open('/admin/people');
        await visitor.button(t('desk.people.grant')).click();
        await visitor.button(t('desk.people.grant_yes'), visitor.dialog).click();
        await look('the question who is to help');
        await visitor.open(`/admin/orders/${id}`);
        for (const act of ['ship', 'note', 'refund', 'cancel']) {
          await visitor.button(t(`desk.order.${act}`)).click();
          await expect(visitor.dialog.locator('button[type="submit"]')).toBeVisible();
          await look(`the question before: ${act}`);
          await page.keyboard.press('Escape');
        }
      });

      test(`for products, in ${lang}`, async ({ admin, page, t, look }) => {
        const product = `/admin/products/${await plainProduct(admin)}`;
        for (const path of ['/admin/products', '/admin/products/new', '/admin/products/bulk', '/admin/products/import', product]) {
          await admin.open(path);
          await admin.readsIn(lang);
          await expect(page.locator('.desk h1')).toBeVisible();
          await expect(page.locator('.spinner')).toHaveCount(0);
          await page.evaluate(() => document.querySelectorAll<HTMLDetailsElement>('.desk-fold').forEach((fold) => (fold.open = true)));
          await look(path);
        }
        await admin.field(`${t('desk.product.price')}, 8 W`).fill('x');
        await admin.button(t('desk.save')).click();
        await expect(admin.text(t('desk.product.wrong.price'))).toBeVisible();
        await look('a price that is none');
        await admin.button(t('desk.product.preview')).click();
        await expect(admin.dialog.getByRole('heading', { level: 3 }).first()).toBeVisible();
        await look('the preview of a product');
      });
    });
  });
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
    expect(done.ok(), await done.text()).toBe(true);
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
      custom_fields: [{ title: 'RAL', is_required: false, max_length: 9 }],
      related: [{ section: 'LED', slug: 'bombilla-led-e27' }],
      texts: { en: { title: 'LED bulb' } },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}
