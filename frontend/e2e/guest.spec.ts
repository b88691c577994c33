import assert from 'node:assert/strict';
import { address, buyNow, customer as newCustomer, payNow, serverTexts, signIn, stranger } from './support/buyer';
import { at, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

const product = 'detector-humo-diez-anos';

/** What a purchase asks of somebody: pages they see, fields they fill, and taps. */
class Effort {
  screens = 1;
  fields = 0;
  taps = 0;

  constructor(private readonly visitor: Visitor) {}

  /** Taps what leads to another page. */
  async go(name: string, to: RegExp, role: 'link' | 'button' = 'link'): Promise<void> {
    await this.tap(name, role);
    await expect(this.visitor.page).toHaveURL(at(to));
    this.screens += 1;
  }

  async tap(name: string | RegExp, role: 'link' | 'button' = 'button'): Promise<void> {
    await this.visitor.page.getByRole(role, { name, exact: true }).filter({ visible: true }).first().tap();
    this.taps += 1;
  }

  /** Taps a field and types into it, as with autofill off. */
  async type(label: string, text: string): Promise<void> {
    await this.visitor.field(label).tap();
    await this.visitor.field(label).fill(text);
    this.taps += 1;
    this.fields += 1;
  }
}

test.describe('buying without an account, on a phone', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true, cookies: 'order', lang: 'es' });

  test('from the product to the payment page in three screens, and nothing typed is lost', async ({ visitor, shop }) => {
    const { page, t } = visitor;
    const buyer = stranger();
    const effort = new Effort(visitor);
    await visitor.open(await shop.pathOf(product));
    await effort.tap(t('product.add'));
    const added = await page.locator('.toast').boundingBox();
    expect(added?.height, 'a message of three lines at most').toBeLessThan(100);
    expect((added?.x ?? 0) + (added?.width ?? Infinity), 'whole').toBeLessThan(phone.width);
    await effort.tap(t('cart.view'));
    await visitor.link(t('cart.checkout'), visitor.dialog).tap();
    effort.taps += 1;
    effort.screens += 1;
    await expect(page).toHaveURL('/login?next=%2Fcheckout');
    await expect(page, 'the sign-in page').toFitTheScreen();
    await effort.go(t('login.as_guest'), /^\/checkout\?guest=1$/);
    await expect(visitor.title(t('checkout.title'))).toBeVisible();
    await expect(page, 'the page that asks').toFitTheScreen();
    await expect(page).toBeAccessible();
    const ahead = page.locator('.checkout__ahead');
    await expect(ahead, 'what it comes to is not found only below the form').toBeInViewport();
    await expect(ahead).toContainText(await page.locator('.sums__total dd').innerText());

    // What is wrong stands beside its field, and the first of them has the focus.
    await visitor.button(buyNow(t)).tap();
    await expect(visitor.field(t('field.email'))).toBeFocused();
    const quick = page.getByRole('complementary', { name: t('contact.quick'), includeHidden: true });
    await expect(quick, 'what is filled in has the room').toBeHidden();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect(quick).toBeVisible();
    await expect(page.getByText(t('form.required'))).toHaveCount(5);
    await effort.type(t('field.email'), buyer.email);
    await effort.type(t('field.name'), buyer.name);
    await effort.type(t('field.address'), address.address);
    await visitor.field(t('field.postcode')).fill('07001');
    await expect(visitor.text(t('form.outside_peninsula'))).toBeVisible();
    await expect(visitor.field(t('field.postcode')), 'it stops the purchase').toHaveAttribute('aria-invalid', 'true');
    await effort.type(t('field.postcode'), '08');
    await expect(visitor.text('Barcelona')).toBeVisible();
    await visitor.field(t('field.postcode')).fill(address.postal_code);
    await effort.type(t('field.city'), address.city);
    for (const [label, token] of [
      [t('field.email'), 'email'],
      [t('field.name'), 'shipping name'],
      [t('field.address'), 'shipping address-line1'],
      [t('field.postcode'), 'shipping postal-code'],
      [t('field.city'), 'shipping address-level2'],
      [t('field.phone'), 'shipping tel'],
    ] as const) {
      await expect(visitor.field(label)).toHaveAttribute('autocomplete', token);
    }
    await page.reload();
    await visitor.ready();
    for (const [label, text] of [
      [t('field.email'), buyer.email],
      [t('field.name'), buyer.name],
      [t('field.address'), address.address],
      [t('field.postcode'), address.postal_code],
      [t('field.city'), address.city],
    ] as const) {
      await expect(visitor.field(label)).toHaveValue(text);
    }
    await effort.tap(buyNow(t));
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    const { screens, fields, taps } = effort;
    expect({ screens, fields, taps }).toEqual({ screens: 3, fields: 5, taps: 10 });

    // Back and a change of mind both lead to the order, which is paid from there.
    await page.goBack();
    await expect(visitor.title(t('checkout.cancelled_title'))).toBeVisible();
    await expect(visitor.button(t('checkout.back_to_cart'))).toBeVisible();
    await visitor.button(payNow(t)).tap();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await expect(page.locator('dd'), 'the number that can be dictated').toHaveText(/^\d{4}-\d{4}$/);
    const number = await page.locator('dd').innerText();
    await visitor.button(serverTexts.es.back).tap();
    await expect(page).toHaveURL(at(/^\/cart\?guest=1&cancelled=1&order_id=/));
    await expect(visitor.title(t('checkout.cancelled_title'))).toBeVisible();
    await visitor.link(`${t('checkout.see_order')} ${number}`).tap();
    await expect(page).toHaveURL(at(/^\/order\/[^/]+\?guest=1$/));
    await expect(page, 'the order').toFitTheScreen();
    await expect(page).toBeAccessible();
    const withdrawing = visitor.link(t('footer.withdrawal'), page.getByRole('main'));
    await expect(visitor.button(t('order.buy_again')).or(withdrawing), 'an order that waits for its payment is paid or cancelled').toHaveCount(0);
    await visitor.button(payNow(t)).tap();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await page.getByRole('button', { name: new RegExp(`^${serverTexts.es.pay} `) }).tap();
    await expect(visitor.title(t('success.paid_title'))).toBeVisible();
    await expect(visitor.toast(t('success.toast_title'))).toBeVisible();
    const told = await page.locator('.toast').boundingBox();
    for (const way of [t('success.continue'), t('checkout.see_order')]) {
      const { y = 0 } = (await visitor.link(way, page.getByRole('main')).boundingBox()) ?? {};
      expect(y, 'the message lies over no way on').toBeGreaterThan((told?.y ?? Infinity) + (told?.height ?? 0));
    }
    await visitor.link(t('checkout.see_order')).tap();
    await expect(visitor.text(t('orders.status.paid'))).toBeVisible();
    await expect(visitor.button(t('order.buy_again')).or(withdrawing)).toHaveCount(2);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })), 'nothing of it is left').not.toContain(buyer.email);
  });

  test('an order that was left unpaid is told of in a cart that was filled again, until it is over', async ({ visitor, shop }) => {
    const { page, t } = visitor;
    await visitor.open(await shop.pathOf(product));
    await visitor.button(t('product.add')).tap();
    await visitor.open('/checkout?guest=1');
    for (const [label, text] of [
      [t('field.email'), stranger().email],
      [t('field.name'), 'Núria Puig'],
      [t('field.address'), address.address],
      [t('field.postcode'), address.postal_code],
      [t('field.city'), address.city],
    ] as const) {
      await visitor.field(label).fill(text);
    }
    await visitor.button(buyNow(t)).tap();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await visitor.open('/cart');
    await expect(visitor.title(t('cart.empty_title')), 'an empty cart says it').toBeVisible();
    await expect(visitor.link(t('cart.pay_now'))).toBeVisible();
    await visitor.open(await shop.pathOf(product));
    await visitor.button(t('product.add')).tap();
    await visitor.button(t('cart.view')).tap();
    await expect(visitor.dialog.getByRole('link', { name: t('cart.pay_now') }), 'so does the panel').toBeVisible();
    await visitor.open('/cart');
    await expect(page, 'the cart').toFitTheScreen();
    await expect(page).toBeAccessible();
    await visitor.link(t('cart.pay_now')).tap();
    await expect(page).toHaveURL(at(/^\/order\/[^/]+\?guest=1$/));
    await visitor.button(payNow(t)).tap();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await page.getByRole('button', { name: new RegExp(`^${serverTexts.es.pay} `) }).tap();
    await expect(visitor.title(t('success.paid_title'))).toBeVisible();
    await expect(page.locator('.success__bought'), 'and what was bought').toBeVisible();
    await visitor.open('/cart');
    await expect(visitor.title(t('cart.empty_title'))).toBeVisible();
    await expect(visitor.link(t('cart.pay_now'))).toHaveCount(0);
  });

  test('nothing of the checkout moves when it is known what can be paid with and when it comes', async ({ visitor, shop }) => {
    const { page, t } = visitor;
    await visitor.open(await shop.pathOf(product));
    await visitor.button(t('product.add')).tap();
    await expect(visitor.cartWith(1)).toBeVisible();
    let tell: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    await page.route('**/api/payment-means', async (route) => {
      await told;
      await route.fulfill({ json: { means: ['card', 'bizum', 'google_pay'] } });
    });
    await page.route('**/api/site/dispatch', async (route) => {
      await told;
      await route.fulfill({ json: { today: '2026-11-24', carrier: 'correos', arrives_from: '2026-11-27', arrives_until: '2026-12-01' } });
    });
    await visitor.open('/checkout?guest=1');
    const before = visitor.button(t('checkout.pay'));
    await before.scrollIntoViewIfNeeded();
    const place = await before.boundingBox();
    await page.evaluate(() => {
      const shifts = Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => (shifts.shifts += list.getEntries().length)).observe({ type: 'layout-shift' });
    });
    tell();
    await expect(visitor.button(t('checkout.pay_bizum'))).toBeVisible();
    await expect(page.locator('.delivery-note')).toHaveText('Llega entre el 27 de noviembre y el 1 de diciembre');
    await expect(visitor.text('Google Pay')).toBeVisible();
    expect(await visitor.button(t('checkout.pay_card')).boundingBox()).toEqual(place);
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0);
  });

  test('a slip in the address is told, and a changed cart asks for nothing twice', async ({ visitor, shop }) => {
    const { page, t } = visitor;
    await visitor.open(await shop.pathOf(product));
    await visitor.button(t('product.add')).tap();
    await expect(visitor.cartWith(1)).toBeVisible();
    await visitor.open('/checkout?guest=1');
    const typed = { email: 'nuria@gmial.com', name: 'Núria Puig', ...address };
    for (const [label, text] of [
      [t('field.email'), typed.email],
      [t('field.name'), typed.name],
      [t('field.address'), typed.address],
      [t('field.postcode'), typed.postal_code],
      [t('field.city'), typed.city],
    ] as const) {
      await visitor.field(label).fill(text);
    }
    await expect(visitor.text(t('field.email_meant'))).toBeVisible();
    await expect(page).toBeAccessible();
    await visitor.button('nuria@gmail.com').tap();
    await expect(visitor.field(t('field.email'))).toHaveValue('nuria@gmail.com');
    await visitor.field(t('field.postcode')).fill('99999');
    await expect(visitor.text(t('form.outside_peninsula'))).toBeHidden();
    await visitor.field(t('field.postcode')).fill(typed.postal_code);
    await visitor.button(buyNow(t)).tap();
    await expect(page).toHaveURL(at(/^\/sandbox\/pay\//));
    await page.goBack();
    await visitor.button(t('checkout.back_to_cart')).tap();
    await expect(page).toHaveURL(at(/^\/cart$/));
    await visitor.open('/checkout?guest=1');
    await expect(visitor.field(t('field.email'))).toHaveValue('nuria@gmail.com');
    await expect(visitor.field(t('field.city'))).toHaveValue(typed.city);
    await visitor.button(buyNow(t)).tap();
    await page.getByRole('button', { name: new RegExp(`^${serverTexts.es.pay} `) }).tap();
    await expect(visitor.text(t('success.mailed_to'))).toContainText('nuria@gmail.com');
    await expect(visitor.link(t('success.mail_wrong'))).toHaveAttribute('href', '/contact');
  });

  test('an account that is made on the way to saving an order has it, though its mail opens another tab', async ({ visitor, shop }) => {
    const { page, t, watch } = visitor;
    const buyer = stranger();
    const { id } = await buys(visitor, buyer.email);
    const mail = await shop.mails.await(buyer.email, serverTexts.es.received);
    watch.mayHold('session');
    await visitor.open(pathIn(mail.text, /http\S+\/order\/\S+key=\S+/));
    await visitor.button(t('guest.save_mail')).tap();
    const asked = await shop.mails.await(buyer.email, 'El enlace de tu pedido');
    await page.goto('about:blank');
    await visitor.open(pathIn(asked.text, /http\S+#claim=\S+/));
    await visitor.link(t('login.register')).tap();
    await visitor.field(t('field.name')).fill(buyer.name);
    await visitor.field(t('field.email')).fill(buyer.email);
    await visitor.field(t('field.password')).fill(buyer.password);
    await visitor.button(t('register.submit')).click();
    await expect(visitor.title(t('check_email.title'))).toBeVisible();
    const confirm = await shop.mails.await(buyer.email, serverTexts.es.confirm);
    const tab = await page.context().newPage();
    await visitor.open(pathIn(confirm.text, /http\S+token_hash=\S+/), tab);
    await visitor.button(t('welcome.confirm'), tab).tap();
    await expect(visitor.text(t('welcome.confirmed'), tab)).toBeVisible();
    await visitor.link(t('welcome.login'), tab).click();
    await tab.getByLabel(t('field.email')).fill(buyer.email);
    await tab.getByRole('textbox', { name: t('field.password') }).fill(buyer.password);
    await visitor.button(t('login.submit'), tab).click();
    await expect(tab).toHaveURL(at(new RegExp(`^/order/${id}`)));
    await visitor.button(t('guest.save'), tab).click();
    await expect(visitor.text(t('guest.saved_title'), tab)).toBeVisible();
    expect(await tab.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('claim');
  });

  test('a link that was cut says so, and another is sent', async ({ visitor }) => {
    const { page, t } = visitor;
    const buyer = stranger();
    const { id } = await buys(visitor, buyer.email);
    await visitor.open(`/order/${id}?key=cut`);
    await expect(page).toHaveURL(/^[^?]*\/login\?next=/);
    await expect(visitor.text(t('guest.link_dead'))).toBeVisible();
    await expect(page).toBeAccessible();
    await visitor.button(t('guest.save_mail')).tap();
    await expect(visitor.text(t('guest.mail_sent'))).toBeVisible();
  });

  test('an order is opened by its mail on another device and saved to an account', async ({ visitor, another, shop, watch }) => {
    const buyer = await newCustomer(shop);
    const { id } = await buys(visitor, buyer.email);
    const mail = await shop.mails.await(buyer.email, serverTexts.es.received);
    const link = /http\S+\/order\/\S+key=\S+/.exec(mail.text)?.[0];
    assert(link);
    const there = await another();
    there.watch.mayHold('session');
    await there.open(new URL(link).pathname + new URL(link).search);
    await expect(there.page).toHaveURL(`/order/${id}?lang=es&guest=1`);
    await expect(there.text(address.city)).toBeVisible();
    await there.button(there.t('guest.save_mail')).click();
    await expect(there.text(there.t('guest.mail_sent'))).toBeVisible();
    const asked = await shop.mails.await(buyer.email, 'El enlace de tu pedido');
    const claim = /http\S+#claim=\S+/.exec(asked.text)?.[0];
    assert(claim);
    const { pathname, search, hash } = new URL(claim);
    await signIn(there, buyer);
    await there.open(pathname + search + hash);
    await there.button(there.t('guest.save')).click();
    await expect(there.toast(there.t('guest.saved_title'))).toBeVisible();
    expect(there.page.url()).not.toContain('claim');
    await there.open('/account?tab=orders');
    await expect(there.page.getByRole('link', { name: new RegExp(id.slice(0, 8)) })).toBeVisible();
    // The key is worth nothing now.
    watch.expects(404, /^\/api\/orders\//);
    await visitor.open(`/order/${id}?guest=1`);
    await expect(visitor.title(visitor.t('order.not_found_title'))).toBeVisible();
    await expect(visitor.button(visitor.t('guest.link_mail'))).toBeVisible();
    await visitor.open(`/order/${id}`);
    await expect(visitor.page).toHaveURL(`/login?next=%2Forder%2F${id}`);
    await expect(visitor.button(visitor.t('guest.link_mail'))).toBeVisible();
  });
});

for (const lang of ['es', 'ar'] as const) {
  test.describe('an address that was mistyped', () => {
    test.use({ lang, viewport: { width: 360, height: 740 } });

    test(`is corrected at the desk, and the new mail alone opens the order, in ${lang}`, async ({ admin, another, shop, t }) => {
      const [wrong, right] = [stranger().email, stranger().email];
      const guest = await another({ cookies: 'order' });
      const { id } = await buys(guest, wrong);
      const theirs = await shop.mails.await(wrong, serverTexts.es.received);
      await admin.open(`/admin/orders/${id}`);
      await admin.button(t('desk.order.email')).click();
      const field = admin.dialog.getByLabel(t('desk.order.email_label'));
      await expect(field).toHaveValue(wrong);
      await expect(admin.page, 'the question').toFitTheScreen();
      await expect(admin.page).toBeAccessible();
      const yes = admin.button(t('desk.order.email_yes'), admin.dialog);
      await yes.click();
      await expect(admin.text(t('desk.order.unchanged'))).toBeVisible();
      await field.fill('nuria');
      await yes.click();
      await expect(admin.text(t('form.email_format'))).toBeVisible();
      await field.fill(right);
      await yes.click();
      await expect(admin.toast(t('desk.order.email_done'))).toBeVisible();
      await expect(admin.link(right)).toBeVisible();
      await expect(admin.text(t('desk.event.email_corrected'))).toBeVisible();

      const mail = await shop.mails.await(right, serverTexts.es.received);
      const link = /http\S+\/order\/\S+key=\S+/;
      await guest.open(pathIn(theirs.text, link));
      await expect(guest.text(guest.t('guest.link_dead'))).toBeVisible();
      await guest.open(pathIn(mail.text, link));
      await expect(guest.text(address.city)).toBeVisible();
    });
  });
}

/** The path of the link in a mail. */
function pathIn(text: string, link: RegExp): string {
  const found = link.exec(text)?.[0];
  assert(found, text);
  const { pathname, search, hash } = new URL(found);
  return pathname + search + hash;
}

/** Buys as a guest, up to the order that waits. */
async function buys({ context, shop }: Visitor, email: string): Promise<{ id: string }> {
  const answer = await context.request.post('/api/functions/create-order-and-send-email', {
    headers: { Origin: shop.url, 'X-Session-Transport': 'cookie' },
    data: {
      email,
      shipping_address: { name: 'Núria Puig', ...address },
      items: [{ variant_id: await shop.variantOf(product), quantity: 1 }],
    },
  });
  assert(answer.ok(), await answer.text());
  const { orderId } = (await answer.json()) as { orderId: string };
  return { id: orderId };
}
