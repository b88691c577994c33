// Withdrawing from a contract: two clicks from any page, with scripts or without, to what stands in the acknowledgement.

import { addToCart, asCustomer, euros, order, pay } from './support/buyer';
import { langCodes } from './support/texts';
import { at, expect, phone, test } from './support/test';

for (const lang of langCodes) {
  test.describe(() => {
    test.use({ javaScriptEnabled: false, viewport: phone, lang });

    test(`without scripts somebody without an account withdraws from any page, in ${lang}`, async ({ visitor, page, t }) => {
      await page.goto('/store');
      await visitor.readsIn(lang);
      await page.getByRole('contentinfo').getByRole('link', { name: t('footer.withdrawal'), exact: true }).click();
      await expect(page).toHaveURL(at(/^\/withdrawal/));
      await visitor.readsIn(lang);
      await visitor.field(t('withdraw.name')).fill('Núria Puig');
      await visitor.field(t('withdraw.contract')).fill('2026-9999');
      await visitor.field(t('withdraw.email')).fill('nuria@example.com');
      await expect(page, 'the form').toFitTheScreen();
      await visitor.button(t('withdraw.continue')).click();
      // What was typed is there when something is to be changed.
      await visitor.button(t('withdraw.change')).click();
      await expect(visitor.field(t('withdraw.name'))).toHaveValue('Núria Puig');
      await expect(visitor.field(t('withdraw.email'))).toHaveValue('nuria@example.com');
      await visitor.field(t('withdraw.contract')).fill('2026-9998');
      await visitor.button(t('withdraw.continue')).click();
      const form = page.locator('#withdraw form').first();
      await expect(form.getByRole('button')).toHaveText(t('withdraw.confirm'));
      await expect(form.getByRole('blockquote')).toContainText('2026-9998');
      await expect(page, 'the statement').toFitTheScreen();
      await visitor.button(t('withdraw.confirm')).click();
      await expect(page.getByRole('heading', { name: t('withdraw.done_title') })).toBeVisible();
      await expect(page.locator('#withdraw')).toContainText('nuria@example.com');
      await expect(page, 'the receipt').toFitTheScreen();
    });
  });
}

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ viewport: phone, cookies: 'session', lang });

    test(`what is missing is said in the page's own words, in ${lang}`, async ({ visitor, page, t }) => {
      await visitor.open('/withdrawal');
      await visitor.button(t('withdraw.continue')).click();
      await expect(page.getByText(t('form.required'))).toHaveCount(3);
      await expect(visitor.field(t('withdraw.name'))).toBeFocused();
      await expect(page, 'the form, empty').toFitTheScreen();
      await expect(page).toBeAccessible();
      await visitor.field(t('withdraw.name')).fill('Núria Puig');
      await visitor.field(t('withdraw.contract')).fill('2026-9999');
      await visitor.field(t('withdraw.email')).fill('nuria');
      await visitor.button(t('withdraw.continue')).click();
      await expect(visitor.text(t('form.email_format'))).toBeVisible();
      await visitor.field(t('withdraw.email')).fill('nuria@example.com');
      await visitor.button(t('withdraw.continue')).click();
      await expect(page.getByRole('blockquote')).toContainText('2026-9999');
      await page.goBack();
      await visitor.ready();
      await expect(visitor.field(t('withdraw.contract'))).toHaveValue('2026-9999');
      await visitor.button(t('withdraw.continue')).click();
      await expect(page.getByRole('blockquote')).toContainText('2026-9999');
    });

    test(`a signed-in buyer withdraws from an order with two clicks after its link, in ${lang}`, async ({ visitor, page, shop, t }) => {
      const path = await shop.pathOf('llave-ajustable');
      await asCustomer(visitor, lang);
      await addToCart(visitor, path);
      await order(visitor);
      const id = await pay(visitor, lang);
      await visitor.open(`/order/${id}`);
      await page.getByRole('main').getByRole('link', { name: t('footer.withdrawal') }).click();
      await expect(page).toHaveURL(at(new RegExp(`^/withdrawal\\?order=${id}`)));
      await visitor.ready();
      await expect(visitor.field(t('withdraw.email'))).not.toHaveValue('');
      await expect(page, 'the form, filled in').toFitTheScreen();
      await expect(page).toBeAccessible();
      await visitor.button(t('withdraw.continue')).click();
      await visitor.ready();
      await expect(page).toBeAccessible();
      await visitor.button(t('withdraw.confirm')).dblclick();
      await visitor.ready();
      await expect(page.getByRole('heading', { name: t('withdraw.done_title') })).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: t('withdraw.done_order') })).toHaveAttribute('href', new RegExp(`/order/${id}`));
      await expect(visitor.text(t('withdraw.done_next'))).toHaveCount(0);
      await expect(page).toBeAccessible();
      expect(await shop.run('show-order', id)).toContain('cancelled');
      const made = JSON.parse(await shop.run('list-withdrawals', '--json')) as { order_id: string }[];
      expect(made.filter(({ order_id }) => order_id === id)).toHaveLength(1);
    });
  });
}

test.describe('withdrawing from a part', () => {
  test.use({ viewport: phone, lang: 'es' });

  test('is told at each step with its amount, marks its line, and is not bought again', async ({ visitor, page, shop, t }) => {
    const { email } = await asCustomer(visitor);
    // The firm's own conditions stand beside what the law gives, and where that is used.
    await visitor.open('/account?tab=shipping');
    await expect(page.getByRole('main').getByRole('link', { name: t('footer.withdrawal') })).toHaveAttribute('href', /^\/withdrawal/);
    await expect(visitor.text(t('shipping.by_law'))).toBeVisible();
    await addToCart(visitor, await shop.pathOf('brown-throw-pillows'), 2);
    await visitor.open('/checkout');
    await expect(page.getByRole('main')).toContainText(`${t('success.mailed_to')} ${email}`);
    await order(visitor);
    const id = await pay(visitor);
    await expect(page.getByRole('main')).toContainText(`${t('success.mailed_to')} ${email}`);
    await visitor.open(`/withdrawal?order=${id}`);
    await page.getByRole('combobox').selectOption('1');
    await visitor.button(t('withdraw.continue')).click();
    await visitor.ready();
    for (const step of ['the statement', 'the receipt']) {
      await expect(page.locator('#withdraw'), step).toContainText(euros('19.99'));
      await expect(visitor.text(t('withdraw.no_shipping')), step).toBeVisible();
      await expect(page, step).toFitTheScreen();
      if (step === 'the receipt') break;
      await visitor.button(t('withdraw.confirm')).click();
      await visitor.ready();
    }
    await expect(visitor.text(t('withdraw.amount'))).toBeVisible();
    await visitor.open(`/order/${id}`);
    await expect(visitor.text(t('order.units_withdrawn', { n: 1, of: 2 }))).toBeVisible();
    await expect(page.getByRole('main')).toContainText(`${t('order.withdrawn_amount')} ${euros('19.99')}`);
    await expect(visitor.text(t('order.withdrawn_no_shipping'))).toBeVisible();
    await expect(page).toBeAccessible();
    await visitor.button(t('order.buy_again')).click();
    await expect(visitor.cartWith(1)).toBeVisible();
    await visitor.button(t('cart.view')).click();
    await expect(visitor.dialog.getByRole('link', { name: t('cart.checkout') })).toBeVisible();
  });
});

for (const lang of ['es', 'ar'] as const) {
  test.describe('a statement that merely names an order', () => {
    test.use({ viewport: phone, lang });

    test(`holds nothing up, and the owner is asked before it is sent, in ${lang}`, async ({ admin, another, page, shop, watch, t }) => {
      const buyer = await another({ lang });
      const { email } = await asCustomer(buyer, lang);
      await addToCart(buyer, await shop.pathOf('llave-ajustable'));
      await order(buyer);
      const id = await pay(buyer, lang);
      const headers = { Origin: shop.url, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: 'Núria Puig', contract: id, email });
      const sent = await fetch(`${shop.url}/api/withdrawals`, { method: 'POST', headers, body });
      expect(sent.status).toBe(201);
      await admin.open(`/admin/orders/${id}`);
      await expect(admin.text(t('desk.order.unproven_text'))).toBeVisible();
      await expect(page).toFitTheScreen();
      await expect(page).toBeAccessible();
      watch.expects(409, /\/ship$/);
      await admin.button(t('desk.order.ship')).click();
      await admin.button(t('desk.order.ship_yes'), admin.dialog).click();
      await expect(admin.toast(t('error.order_withdrawn'))).toBeVisible();
      await admin.open(`/admin/orders/${id}`);
      await admin.link(t('desk.order.withdrawal_see')).click();
      await expect(admin.text(t('desk.withdrawal.mark.unproven'))).toBeVisible();
      const [confirm = ''] = t('desk.return.act.assign_named', { number: '#' }).split('#');
      await admin.button(new RegExp(confirm)).click();
      await admin.button(new RegExp(confirm), admin.dialog).click();
      await expect(admin.button(t('desk.return.act.cancel'))).toBeVisible();
      await admin.open(`/admin/orders/${id}`);
      await expect(admin.text(t('desk.order.withdrawn_text'))).toBeVisible();
      await expect(admin.button(t('desk.order.ship'))).toHaveCount(0);

      await admin.link(t('desk.order.withdrawal_see')).click();
      await expect(admin.text(t('desk.withdrawal.open'))).toBeVisible();
      await admin.button(t('desk.return.act.cancel')).click();
      await admin.button(t('desk.return.act.cancel'), admin.dialog).click();
      await expect(admin.text(t('desk.withdrawal.state.cancelled'))).toBeVisible();
      await expect(admin.button(t('desk.return.act.close')), 'nothing is left to do').toHaveCount(0);
      await expect(page.getByText(t('desk.withdrawal.open')), 'nor to wait for').toHaveCount(0);
    });
  });
}

test('a return that was closed waits for no delivery any more, though its money goes back later', async ({ admin, another, page, shop, t }) => {
  const buyer = await another();
  const { email } = await asCustomer(buyer);
  await addToCart(buyer, await shop.pathOf('llave-ajustable'));
  await order(buyer);
  const id = await pay(buyer);
  const headers = { Origin: shop.url, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Núria Puig', contract: id, email });
  expect((await fetch(`${shop.url}/api/withdrawals`, { method: 'POST', headers, body })).status).toBe(201);
  await admin.open(`/admin/orders/${id}`);
  await admin.link(t('desk.order.withdrawal_see')).click();
  const open = page.getByText(t('desk.withdrawal.open'));
  await expect(open).toBeVisible();
  await admin.button(t('desk.return.act.close')).click();
  await admin.dialog.locator('button[type=submit]').click();
  await expect(page.locator('.desk-order__state')).toContainText(t('desk.withdrawal.state.closed'));
  await expect(open).toHaveCount(0);
  const closed = page.url();

  await shop.run('refund-order', id, '--line', '1');
  await page.goto(closed);
  await admin.ready();
  await expect(page.locator('.desk-order__state')).toContainText(t('desk.withdrawal.state.closed'));
  await expect(open, 'after its refund').toHaveCount(0);
});
