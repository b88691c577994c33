// The owner at the desk, and whoever is none.

import { readdirSync, readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { Authenticator } from './support/authenticator';
import { addToCart, asCustomer, buys, customer, order, pay, shortId, signIn } from './support/buyer';
import { codeIn } from './support/mail';
import type { Shop } from './support/shop';
import { mailTextsOf } from './support/texts';
import { at, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe('the desk', () => {
  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang });

      test(`opens from the account past another sign-in, in ${lang}`, async ({ admin, page, shop, t }) => {
        await admin.open('/account');
        const tabs = page.getByRole('tab');
        const chosen = page.getByRole('tab', { selected: true });
        // The arrow keys walk over it without leaving the page.
        await chosen.focus();
        await page.keyboard.press('End');
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(t('account.tab.admin'));
        expect(new URL(page.url()).pathname).toBe('/account');
        await tabs.filter({ hasText: t('account.tab.admin') }).click();
        await expect(page).toHaveURL('/login');
        expect(await flag(admin)).not.toBeNull();
        await expect(admin.text(t('login.panel_lead', { email: shop.admin.email }))).toBeVisible();
        await admin.field(t('field.password')).fill(shop.admin.password);
        await admin.button(t('login.submit')).click();
        await expect(page).toHaveURL('/admin');
        await expect(admin.title(t('desk.place.today'))).toBeVisible();
        expect(await flag(admin)).toBeNull();
        // Asked for again, and given up by signing out.
        await admin.open('/account');
        await tabs.filter({ hasText: t('account.tab.admin') }).click();
        await admin.link(t('login.panel_back')).click();
        await expect(page).toHaveURL('/account');
        expect(await flag(admin)).toBeNull();
        await tabs.filter({ hasText: t('account.tab.admin') }).click();
        // While the desk still asks: that is answered first, since it would be refused afterwards.
        const asked: string[] = [];
        page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
        let answer = () => {};
        const held = new Promise<void>((resolve) => (answer = resolve));
        await page.route('**/api/admin/today*', async (route) => {
          await held;
          await route.continue();
        });
        await admin.open('/admin');
        await expect.poll(() => asked).toContain('/api/admin/today');
        await admin.button(t('account.logout')).click();
        expect(asked).not.toContain('/api/auth/logout');
        answer();
        await expect(page).toHaveURL(at(/^\/login/));
        expect(asked).not.toContain('/api/auth/token');
        expect(await flag(admin)).toBeNull();
      });
    });

    test.describe(() => {
      test.use({ lang, viewport: phone });

      test(`brings the list that is shown into sight among the others, in ${lang}`, async ({ admin, page }) => {
        await admin.open('/admin/orders');
        const last = page.locator('.desk-pills a').last();
        await expect(last).not.toBeInViewport();
        await admin.open((await last.getAttribute('href')) ?? '');
        await expect(page.locator('.desk-pills [aria-current]')).toBeInViewport({ ratio: 1 });
      });

      test(`ships an order on a telephone, in ${lang}`, async ({ admin, another, page, shop, lang, t }) => {
        const buyer = await another({ lang });
        const { email } = await asCustomer(buyer, lang);
        const id = await buys(buyer);
        await admin.open('/admin');
        const orders = admin.link(t('desk.place.orders'), page.getByRole('navigation'));
        const waiting = async () => Number((await orders.locator('.desk__count').allTextContents())[0] ?? 0);
        await expect.poll(waiting).toBeGreaterThan(0);
        const before = await waiting();
        await expect(orders).toHaveAccessibleDescription(t('desk.place_waits', { count: before }));
        await orders.click();
        await expect(page).toHaveURL('/admin/orders');
        await admin.link(t('desk.orders.to_ship')).click();
        await page.getByRole('searchbox').fill(email);
        await expect(page).toHaveURL(`/admin/orders?to_ship=true&q=${encodeURIComponent(email)}`);
        // Whoever types and taps a list at once means both.
        await admin.link(t('desk.all'), page.locator('.desk-pills')).click();
        await page.getByRole('searchbox').fill(shortId(id));
        await admin.link(t('desk.orders.to_ship')).click();
        await expect(page).toHaveURL(`/admin/orders?q=${shortId(id)}&to_ship=true`);
        const row = page.locator(`main a[href$="/${id}"]`);
        await row.click();
        await expect(admin.title(new RegExp(`^${t('order.number')} \\d{4}-`))).toBeVisible();
        await expect(admin.text(shortId(id))).toBeVisible();
        await admin.button(t('desk.order.ship')).click();
        const number = admin.dialog.getByLabel(t('desk.order.tracking'));
        await number.fill('123');
        await admin.button(t('desk.order.ship_yes'), admin.dialog).click();
        await expect(admin.text(t('desk.order.tracking_format'))).toBeVisible();
        await number.fill('pq4e8x 0700-0123');
        await admin.button(t('desk.order.ship_yes'), admin.dialog).click();
        await expect(admin.toast(t('desk.order.ship_done'))).toBeVisible();
        await expect.poll(waiting, 'one less waits').toBe(before - 1);
        await expect(admin.button(t('desk.order.deliver'))).toBeVisible();
        await expect(admin.text('PQ4E8X07000123')).toBeVisible();
        await admin.button(t('desk.order.correct')).click();
        await expect(number).toHaveValue('PQ4E8X07000123');
        await number.fill('pq4e8x 0700-0124');
        await admin.button(t('desk.order.correct_yes'), admin.dialog).click();
        await expect(admin.toast(t('desk.order.correct_done'))).toBeVisible();
        await expect(admin.text('PQ4E8X07000124')).toBeVisible();
        // Back finds the list as it was left, without what is shipped now.
        await admin.link(t('desk.place.orders'), page.locator('main')).click();
        await expect(page).toHaveURL(`/admin/orders?q=${shortId(id)}&to_ship=true`);
        await expect(row).toHaveCount(0);
        await admin.open('/admin/log?act=order');
        const entry = page.locator('.desk-log').filter({ has: page.locator(`a[href$="${id}"]`) });
        await expect(entry.getByText(t('desk.act.order.shipped'))).toBeVisible();
        await buyer.open(`/order/${id}`);
        await expect(buyer.text(t('orders.status.shipped'))).toBeVisible();
        const [, onItsWay = ''] = (mailTextsOf(lang)['shipped_subject'] ?? '').split('{{number}}');
        expect((await shop.mails.await(email, onItsWay.trim())).subject).toContain(shortId(id));
      });
    });
  }

  test('takes back that an order was sent, and tells its buyer', async ({ admin, another, page, shop, t }) => {
    const buyer = await another();
    const { email } = await asCustomer(buyer);
    const id = await buys(buyer);
    const told = (key: string) => shop.mails.await(email, ((mailTextsOf('es')[key] ?? '').split('{{number}}')[1] ?? '').trim());
    await admin.open(`/admin/orders/${id}`);
    await admin.button(t('desk.order.ship')).click();
    await admin.button(t('desk.order.ship_yes'), admin.dialog).click();
    await expect(admin.toast(t('desk.order.ship_done'))).toBeVisible();
    await told('shipped_subject');
    await admin.button(t('desk.order.unship')).click();
    await expect(admin.dialog, 'what it does').toContainText(t('desk.order.unship_text'));
    await admin.button(t('desk.order.unship_yes'), admin.dialog).click();
    await expect(admin.toast(t('desk.order.unship_done'))).toBeVisible();
    await expect(admin.button(t('desk.order.ship'))).toBeVisible();
    await expect(admin.text(t('desk.event.unshipped'))).toBeVisible();
    await told('unshipped_subject');
    await buyer.open(`/order/${id}`);
    await expect(buyer.text(t('orders.status.paid'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('desk.order.cancel') })).toBeVisible();
  });

  test('tells at any width whose an order is and what goes into its parcel, whatever its buyer reads', async ({ admin, another, page, shop, t }) => {
    const buyer = await another({ lang: 'ar' });
    const { email } = await asCustomer(buyer, 'ar');
    const id = await buys(buyer);
    const [ours, theirs] = await Promise.all((['es', 'ar'] as const).map((lang) => shop.product('bombilla-led-e27', lang)));
    await admin.open(`/admin/orders?q=${encodeURIComponent(email)}`);
    const row = page.locator(`main a[href$="/${id}"]`);
    await expect(row).toContainText(ours?.title ?? '');
    for (const width of [360, 768, 960, 1024, 1150, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const [name, state] = [await row.locator('strong').first().boundingBox(), await row.locator('.status').first().boundingBox()];
      expect(name?.height, `the name in one line at ${width}`).toBeLessThan(2 * 24);
      expect(state?.width, `the state at ${width}`).toBeGreaterThan(60);
      expect((await row.boundingBox())?.height, `the row at ${width}`).toBeLessThan(width < 768 ? 200 : 150);
      await expect(page, `the list at ${width}`).toFitTheScreen();
    }
    await row.click();
    const line = page.locator('.goods__line');
    await expect(line.getByRole('link')).toHaveText(ours?.title ?? '');
    await expect(line).toContainText('ELE-LED-');
    await expect(line).toContainText(`${t('desk.order.bought_as')} ${theirs?.title}`);
  });

  test('is not for customers', async ({ customer, page, t }) => {
    await customer.open('/account');
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expect(page.getByRole('tab', { name: t('account.tab.admin') })).toHaveCount(0);
    for (const path of ['/admin', '/admin/orders']) {
      await customer.open(path);
      await expect(customer.title(t('desk.not_yours.title'))).toBeVisible();
      await expect(page.locator('.desk')).toHaveCount(0);
    }
    await customer.button(t('factor.leave')).click();
    await expect(page).toHaveURL('/login?next=%2Fadmin%2Forders');
  });

  test('asks an administrator for a second factor', async ({ visitor, page, shop, t, watch }) => {
    watch.expects(403, /\/auth\/factors$/);
    const person = await customer(shop);
    await shop.run('create-admin', '--email', person.email);
    await signIn(visitor, person);
    await visitor.open('/admin/orders');
    await expect(visitor.title(t('desk.factor.title'))).toBeVisible();
    await visitor.link(t('factor.add')).click();
    await expect(page).toHaveURL('/account?tab=security');
    await visitor.button(t('factor.add')).click();
    // Whoever guessed a password from before the role must not add the factor.
    await expect(visitor.text(t('step_up.by_mail', { email: person.email }))).toBeVisible();
    await visitor.button(t('mailed.send'), visitor.dialog).click();
    const mail = await shop.mails.await(person.email, mailTextsOf(visitor.lang)['sign_in_subject'] ?? '');
    await visitor.dialog.locator('[name="token"]').fill(codeIn(mail));
    await visitor.button(t('code.submit'), visitor.dialog).click();
    const app = new Authenticator((await page.locator('.enrol__secret').textContent()) ?? '');
    await visitor.field(t('code.label')).fill(await app.code());
    await visitor.button(t('enrol.submit')).click();
    await expect(visitor.text(t('recovery.text'))).toBeVisible();
    await visitor.button(t('recovery.done')).click();
    await page.getByRole('tab', { name: t('account.tab.admin') }).click();
    await visitor.field(t('field.password')).fill(person.password);
    await visitor.button(t('login.submit')).click();
    await expect(visitor.title(t('factor.title'))).toBeVisible();
    await visitor.field(t('code.label')).fill(await app.code());
    await visitor.button(t('factor.submit')).click();
    await expect(page).toHaveURL('/admin');
    await expect(visitor.title(t('desk.place.today'))).toBeVisible();
  });

  test.describe(() => {
    test.use({ cookies: 'session' });

    test('sends strangers to sign in and brings them back', async ({ visitor, page, shop, t }) => {
      await visitor.open('/admin/log?act=order');
      await expect(page).toHaveURL('/login?next=%2Fadmin%2Flog%3Fact%3Dorder');
      await visitor.field(t('field.email')).fill(shop.admin.email);
      await visitor.field(t('field.password')).fill(shop.admin.password);
      await visitor.button(t('login.submit')).click();
      await expect(page).toHaveURL('/admin/log?act=order');
      await expect(visitor.title(t('desk.place.log'))).toBeVisible();
    });
  });

  test('is no part of what shoppers load', async ({ customer, page, context, shop, t }) => {
    const own = filesOfTheDesk();
    const loaded: string[] = [];
    context.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const isOfTheDesk = (path: string) => own.some((file) => path === `/assets/${file}`) || /^\/assets\/desk-|^\/api\/admin/.test(path);
    await customer.open('/');
    await customer.open(await shop.pathOf('bombilla-led-e27'));
    await buys(customer);
    for (const tab of ['profile', 'orders', 'security', 'data', 'shipping']) {
      await customer.open(`/account?tab=${tab}`);
      // Links fetch ahead what they lead to.
      await page.evaluate(() => document.querySelectorAll('a').forEach((link) => link.dispatchEvent(new Event('pointerover', { bubbles: true }))));
      await page.waitForLoadState('networkidle');
    }
    expect(loaded.length).toBeGreaterThan(50);
    expect(loaded.filter(isOfTheDesk)).toEqual([]);
    // The watch does see it.
    await customer.open('/admin');
    await expect(customer.title(t('desk.not_yours.title'))).toBeVisible();
    expect(loaded.some(isOfTheDesk)).toBe(true);
  });

  test('opens again in a window over the page once nobody has used it', async ({ admin, page, shop, t, watch }) => {
    watch.expects(403, /\/api\/admin\/(customers|today)/);
    await admin.open('/admin');
    await expect(admin.title(t('desk.place.today'))).toBeVisible();
    await closesTheDesk(page, shop);
    await admin.open('/admin/customers');
    const again = page.getByRole('dialog', { name: t('step_up.title') });
    await expect(again.getByText(t('step_up.desk', { email: shop.admin.email }))).toBeVisible();
    await again.getByLabel(t('field.password')).first().fill(shop.admin.password);
    await admin.button(t('login.submit'), again).click();
    await expect(again).toHaveCount(0);
    await expect(page.locator('main .desk-row').first()).toBeVisible();
    await expect(admin.text(t('error.reauthentication_needed'))).toHaveCount(0);
  });

  test.describe(() => {
    // What it fetches, nobody can hold back.
    test.use({ serviceWorkers: 'block' });

    test('opens again in a window that stays where it is while more of it comes', async ({ admin, page, shop, t, watch }) => {
      watch.expects(403, /\/api\/admin\/(customers|today)/);
      let comes = () => {};
      const held = new Promise<void>((done) => (comes = done));
      await page.route(/\/assets\/.+\.js$/, async (route) => {
        const response = await route.fetch();
        if ((await response.text()).includes('isConditionalMediationAvailable')) await held;
        await route.fulfill({ response });
      });
      await admin.open('/admin');
      await expect(admin.title(t('desk.place.today'))).toBeVisible();
      await closesTheDesk(page, shop);
      await admin.open('/admin/customers');
      const again = page.getByRole('dialog', { name: t('step_up.title') });
      const [submit, passkey] = [admin.button(t('login.submit'), again), admin.button(t('passkey.sign_in'), again)];
      await expect(passkey, 'its code has not come').toBeDisabled();
      const before = await submit.boundingBox();
      comes();
      await expect(passkey).toBeEnabled();
      expect(await submit.boundingBox()).toEqual(before);
    });
  });

  test('gives a file and does an act over the same page once it is opened again', async ({ admin, another, page, shop, t, watch }) => {
    const buyer = await another();
    await asCustomer(buyer);
    const id = await buys(buyer);
    watch.expects(403, /\/(packing-slip|note)$/);
    // A tab that shows a paper asks for it; pages name their own.
    watch.expects(404, /^\/favicon\.ico$/);
    await admin.open(`/admin/orders/${id}`);
    const again = page.getByRole('dialog', { name: t('step_up.title') });
    const opens = async () => {
      await expect(again.getByText(t('step_up.desk', { email: shop.admin.email })), 'in the words of a closed desk').toBeVisible();
      await again.getByLabel(t('field.password')).first().fill(shop.admin.password);
      await admin.button(t('login.submit'), again).click();
      await expect(again).toHaveCount(0);
    };
    const slip = admin.link(t('desk.slip.open'));
    await expect(slip).toBeVisible();
    await closesTheDesk(page, shop);
    await slip.click();
    const paper = page.waitForEvent('popup');
    await opens();
    await paper;
    await expect(page, 'the page stays').toHaveURL(`/admin/orders/${id}`);

    await admin.button(t('desk.order.note')).click();
    await admin.dialog.getByLabel(t('desk.order.note_label')).fill('Llamará el lunes.');
    await closesTheDesk(page, shop);
    await admin.button(t('desk.order.note_yes'), admin.dialog).click();
    await opens();
    await expect(admin.text('Llamará el lunes.')).toBeVisible();
  });

  test('keeps and saves what is typed into a table of prices once it is opened again', async ({ admin, page, shop, t, watch }) => {
    watch.expects(403, /\/api\/admin\/products\/bulk$/);
    await admin.open('/admin/products/bulk?q=ventilador');
    const price = page.locator('.desk-bulk-table input[name$=" price"]').first();
    const typed = (await price.inputValue()) === '169,90' ? '179,90' : '169,90';
    await price.fill(typed);
    await closesTheDesk(page, shop);
    await price.press('Enter');
    const again = page.getByRole('dialog', { name: t('step_up.title') });
    await expect(again.getByText(t('step_up.desk', { email: shop.admin.email }))).toBeVisible();
    await again.getByLabel(t('field.password')).first().fill(shop.admin.password);
    await admin.button(t('login.submit'), again).click();
    await expect(admin.toast(t('desk.bulk.done', { count: 1 }))).toBeVisible();
    await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
    await expect(price).toHaveValue(typed);
    await expect(price, 'and whoever typed it goes on there').toBeFocused();
  });

  test('saves a price while a search shows nothing of it', async ({ admin, page, t }) => {
    await admin.open('/admin/products/bulk?q=detector');
    const price = page.locator('.desk-bulk-table input[name$=" price"]').first();
    const before = await price.inputValue();
    await price.fill(before.replace(/^\d+/, (euros) => String(Number(euros) + 1)));
    await page.getByRole('searchbox').fill('zzqqzz');
    await expect(page.locator('.desk-bulk-table')).toHaveCount(0);
    await expect(admin.text(t('desk.product.unsaved'))).toBeVisible();
    await admin.button(t('desk.save')).click();
    await expect(admin.toast(t('desk.bulk.done', { count: 1 }))).toBeVisible();
    await expect(admin.button(t('desk.save'))).toHaveCount(0);
  });

  test('gives money back after another sign-in only', async ({ admin, another, page, shop, t, watch }) => {
    const buyer = await another();
    await asCustomer(buyer);
    const id = await buys(buyer);
    watch.expects(403, /\/refund$/);
    await admin.open(`/admin/orders/${id}`);
    await admin.button(t('desk.order.refund')).click();
    const way = admin.dialog.getByLabel(t('desk.order.refund_what'));
    await way.selectOption('amount');
    const amount = admin.dialog.getByLabel(t('desk.order.refund_amount'));
    await amount.fill('100000');
    await admin.button(t('desk.order.refund_yes'), admin.dialog).click();
    await expect(admin.text(/100|importe de hasta/)).toBeVisible();
    await amount.fill('1,50');
    const giveBack = admin.button(new RegExp(`^${t('desk.order.refund_sum', { amount: '.+' })}$`), admin.dialog);
    // As ten minutes later.
    const refusal = { code: 'reauthentication_needed', status: 403, title: '', type: 'about:blank' };
    await page.route('**/refund', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
    await giveBack.click();
    const again = page.getByRole('dialog', { name: t('step_up.title') });
    await again.getByLabel(t('field.password')).first().fill(shop.admin.password);
    await admin.button(t('login.submit'), again).click();
    await expect(admin.toast(t('desk.order.refund_done'))).toBeVisible();
    await expect(admin.text(t('desk.refunds'))).toBeVisible();
    await expect(admin.text(/1,50/)).toBeVisible();
    await expect(admin.text(t('desk.event.refunded')), 'the page looks again').toBeVisible();
    // The rest: then there is nothing to send, and whoever bought it reads so.
    await admin.button(t('desk.order.refund')).click();
    await way.selectOption('amount');
    await giveBack.click();
    await expect(admin.text(t('desk.order.given_back'))).toBeVisible();
    await expect(admin.button(t('desk.order.ship'))).toHaveCount(0);
    await buyer.open(`/order/${id}`);
    await expect(buyer.text(t('order.given_back'))).toBeVisible();
    await admin.open('/admin/orders?to_ship=true');
    await expect(page.locator('.desk-pills [aria-current]')).toBeVisible();
    await expect(page.locator('.spinner')).toHaveCount(0);
    await expect(page.locator(`main a[href$="/${id}"]`)).toHaveCount(0);
  });

  test.describe(() => {
    test.use({ viewport: phone });

    test('shows how an order stands that somebody else cancelled meanwhile', async ({ admin, another, page, shop, t, watch }) => {
      const buyer = await another();
      await asCustomer(buyer);
      const id = await buys(buyer);
      await admin.open(`/admin/orders/${id}`);
      await admin.button(t('desk.order.ship')).click();
      await shop.run('cancel-order', id);
      watch.expects(409, /\/ship$/);
      await admin.button(t('desk.order.ship_yes'), admin.dialog).click();
      await expect(admin.toast(t('desk.order.ship_failed'))).toBeVisible();
      await expect(admin.dialog).toHaveCount(0);
      await expect(page.locator('.desk-order__state').getByText(t('orders.status.cancelled'))).toBeVisible();
      await expect(admin.button(t('desk.order.ship')), 'nothing is left to be sent').toHaveCount(0);
    });

    test('gives goods back line by line on a telephone', async ({ admin, another, page, shop, t, watch }) => {
      const buyer = await another();
      await asCustomer(buyer);
      await addToCart(buyer, await shop.pathOf('bombilla-led-e27'), 3);
      await order(buyer);
      const id = await pay(buyer, buyer.lang);
      await admin.open(`/admin/orders/${id}`);
      const refund = admin.button(t('desk.order.refund'));
      await refund.click();
      await admin.button(t('desk.order.refund_yes'), admin.dialog).click();
      await expect(admin.text(t('desk.order.refund_nothing'))).toBeVisible();
      const units = admin.dialog.locator('.desk-refund__line select');
      await units.selectOption('2');
      await expect(admin.dialog.getByLabel(t('desk.order.refund_restock'))).toBeChecked();
      const give = admin.dialog.locator('button[type="submit"]');
      await expect(give, 'says what goes back, two at 3,45 €').toHaveText(/6[.,]90/);
      // The answer is lost: asked for again, it is the same refund.
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => request.url().endsWith('/refund') && keys.push(request.headers()['idempotency-key']));
      const lost = async (route: Route) => {
        await route.fetch();
        await route.fulfill({ status: 503, json: { code: 'overloaded', status: 503, title: '', type: 'about:blank' } });
      };
      await page.route('**/refund', lost, { times: 1 });
      watch.expects(503, /\/refund$/);
      await give.click();
      await expect(admin.toast(t('desk.order.refund_failed'))).toBeVisible();
      await give.click();
      await expect(admin.toast(t('desk.order.refund_done'))).toBeVisible();
      expect(new Set(keys).size).toBe(1);
      await expect(page.locator('.desk-refund__for')).toHaveText([/^2 × /]);
      // One is left, and that is what is sent.
      await refund.click();
      await expect(units.locator('option')).toHaveCount(2);
      await expect(admin.text(t('desk.order.refund_gone', { n: 2, of: 3 }))).toBeVisible();
      await admin.open(`/admin/orders/${id}`);
      const slip = page.getByRole('link', { name: t('desk.slip.open') });
      const printed = await admin.context.request.get((await slip.getAttribute('href')) ?? '');
      expect(printed.headers()).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': expect.stringMatching(/^inline; filename="albaran-.*\.pdf"$/) });
      await buyer.open(`/order/${id}`);
      await expect(buyer.text(t('order.units_refunded', { n: 2, of: 3 }))).toBeVisible();
    });
  });

  test('puts a comment on its product', async ({ admin, another, page, shop, t }) => {
    const { id } = await shop.product('pintura-plastica-mate');
    const writer = await another();
    const { name } = await asCustomer(writer);
    const content = 'Cubre muy bien con dos manos.';
    const posted = await writer.context.request.post('/api/comments', {
      headers: { Origin: shop.url, 'X-Session-Transport': 'cookie' },
      data: { item_id: id, content },
    });
    expect(posted.status()).toBe(201);
    await admin.open('/admin/comments');
    const card = page.getByRole('listitem').filter({ hasText: name });
    const publish = admin.button(t('desk.comments.approve'), card);
    await publish.click();
    await expect(card).toHaveCount(0);
    await admin.button(t('common.undo')).click();
    await publish.click();
    await expect(card).toHaveCount(0);
    const stranger = await another({ javaScriptEnabled: false });
    await stranger.page.goto(`/product/${id}`);
    await expect(stranger.page.getByText(content)).toBeVisible();
  });
});

/** As after half an hour in which nobody has asked anything of the desk. */
async function closesTheDesk(page: Page, shop: Shop): Promise<void> {
  // What the page still reads would ask, too.
  await page.waitForLoadState('networkidle');
  await shop.sql('UPDATE sessions SET last_seen_at = last_seen_at - 1800000, factor_at = factor_at - 1800000');
}

/** What the page keeps while somebody is on the way to the desk. */
const flag = ({ page }: Visitor) => page.evaluate(() => sessionStorage.getItem('admin-panel'));

/** Goes through a purchase; answers the order's id. */
/** The files of the build that only the desk has. */
function filesOfTheDesk(): string[] {
  const { routes, texts } = JSON.parse(readFileSync(new URL('../dist/manifest.json', import.meta.url), 'utf8')) as {
    routes: Record<string, string[]>;
    texts: Record<string, Record<string, string[]>>;
  };
  const others = Object.entries(routes).filter(([name]) => name !== 'admin');
  const read = Object.entries(texts).filter(([name]) => name !== 'admin').flatMap(([, files]) => Object.values(files).flat());
  // What the landing page shows further down is no page of its own.
  const assets = new URL('../dist/assets/', import.meta.url);
  const later = readdirSync(assets)
    .filter((file) => /^later-.*\.js$/.test(file))
    .map((file) => readFileSync(new URL(file, assets), 'utf8'));
  const shared = [...others.flatMap(([, files]) => files), ...read];
  const own = [...(routes['admin'] ?? []), ...Object.values(texts['admin'] ?? {}).flat()]
    .filter((file) => !shared.includes(file) && !file.startsWith('home-') && !later.some((code) => code.includes(file)));
  expect(own.length, 'the code of the desk, and its texts in each language').toBeGreaterThanOrEqual(5);
  return own;
}
