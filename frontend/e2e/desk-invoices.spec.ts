// The owner's invoices of a quarter: what they come to, a list of them, and what the tax adviser takes along.

import { readFile } from 'node:fs/promises';
import { addToCart, asCustomer, order, pay } from './support/buyer';
import type { Shop } from './support/shop';
import { desktop, expect, test } from './support/test';
import type { Visitor } from './support/visitor';

const small = { width: 360, height: 740 };
const lamp = 'bombilla-led-e27';

/** Who the shop belongs to: without it nothing is invoiced. */
async function named(shop: Shop, nif = 'B12345674'): Promise<void> {
  await shop.run('settings', 'set', 'company.nif', nif);
  await shop.run('settings', 'set', 'company.address', 'Carrer Major 2, 08630 Abrera');
}

async function sell(buyer: Visitor): Promise<string> {
  await addToCart(buyer, await buyer.shop.pathOf(lamp));
  await order(buyer);
  return await pay(buyer);
}

/** The numbers of an order's invoices, the oldest first. */
async function numbers({ page }: Visitor, id: string): Promise<string[]> {
  const answer = await page.request.get(`/api/admin/invoices?order=${id}`);
  const { invoices } = (await answer.json()) as { invoices: { number: string }[] };
  return invoices.map(({ number }) => number);
}

async function giveBack({ page, shop }: Visitor, id: string): Promise<void> {
  const data = { amount_in_cents: 100, elsewhere: true, reason: 'cash' };
  const headers = { Origin: shop.url, 'X-Session-Transport': 'cookie' };
  const refund = await page.request.post(`/api/admin/orders/${id}/refund`, { headers, data });
  expect(refund.ok(), await refund.text()).toBe(true);
}

/** What the tax agency says of a buyer it does not know: as long as it says things. */
const refusal =
  'Error en la validación del NIF del destinatario: el NIF no está identificado en el censo de la Agencia Tributaria con ese nombre y apellidos o razón social, revise los datos antes de volver a remitir el registro';

/** The agency answers whatever waits. */
const answer = (shop: Shop, state: 'accepted' | 'rejected') =>
  shop.sql(`UPDATE invoice_sendings SET state = '${state}', ${
    state === 'rejected' ? `code = '1110', message = '${refusal}'` : 'code = NULL, message = NULL'
  } WHERE state <> 'accepted'`);

for (const lang of ['es', 'ar'] as const) {
  test.describe(() => {
    test.use({ lang, viewport: small });

    test(`shows what was invoiced and hands it over, in ${lang}`, async ({ admin, another, page, shop, t }, info) => {
      const buyer = await another();
      await asCustomer(buyer);
      await shop.run('settings', 'set', 'company.nif', '');
      const id = await sell(buyer);
      await admin.open('/admin');
      await admin.button(t('desk.more')).click();
      await admin.link(t('desk.place.invoices'), admin.dialog).click();
      await expect(page).toHaveURL('/admin/invoices');
      await expect(admin.title(t('desk.place.invoices'))).toBeVisible();
      await expect(admin.text(t('desk.invoices.waits_seller'))).toBeVisible();
      await expect(page, 'what waits').toFitTheScreen();
      await expect(page).toBeAccessible();
      await admin.link(t('desk.invoices.to_settings')).click();
      await expect(page).toHaveURL('/admin/settings#group-legal');

      await named(shop);
      // What waited is issued with the next that is paid.
      await addToCart(buyer, await shop.pathOf(lamp), 2);
      await order(buyer);
      await pay(buyer);
      await giveBack(admin, id);

      await admin.open('/admin/invoices');
      const row = page.locator('.desk-invoice').first();
      await expect(row.getByText(t('invoice.type.R5'))).toBeVisible();
      await expect(admin.text(t('desk.invoices.waits_seller'))).toHaveCount(0);
      const whole = page.locator('.desk-sums[data-whole] li').last();
      await expect(whole).toContainText(t('desk.invoices.base'));
      await expect(page, 'the invoices').toFitTheScreen();
      await expect(page).toBeAccessible();
      await page.screenshot({ path: info.outputPath(`invoices-${lang}-360.png`), fullPage: true });

      const paper = row.getByRole('link', { name: /^XR-2\d{3}-\d{6} \(PDF\)/ });
      const [pdf] = await Promise.all([page.waitForEvent('download'), paper.click()]);
      expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
      const files = [
        ['csv', /^\uFEFFNúmero;Fecha de expedición;/],
        ['zip', /^PK\u0003\u0004/],
      ] as const;
      for (const [ending, begins] of files) {
        const [file] = await Promise.all([page.waitForEvent('download'), admin.button(t(`desk.invoices.${ending}`)).click()]);
        expect(file.suggestedFilename()).toMatch(new RegExp(`^facturas-2\\d{3}-[1-4]\\.${ending}$`));
        expect(await readFile(await file.path(), 'utf8')).toMatch(begins);
      }

      // Nothing was sent of it, so nothing is corrected; whoever taps twice annuls once.
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/annul')) asked.push(request.url());
      });
      await expect(row.getByRole('button')).toHaveCount(1);
      await row.getByRole('button', { name: new RegExp(`^${t('desk.invoices.annul')}`) }).click();
      await expect(page, 'the question').toFitTheScreen();
      await admin.button(t('desk.invoices.annul_yes'), admin.dialog).dblclick();
      await expect(row.getByText(t('invoice.annulled'))).toBeVisible();
      expect(asked).toHaveLength(1);

      const link = row.getByRole('link', { name: new RegExp(`^${t('desk.invoices.order')} `) });
      await link.click();
      await expect(page).toHaveURL(`/admin/orders/${id}`);
      // Back finds the list as it was left.
      await admin.open('/admin/invoices?quarter=2025-1');
      await expect(admin.text(t('desk.invoices.none_title'))).toBeVisible();
      await expect(page, 'a quarter without invoices').toFitTheScreen();
      await expect(page).toBeAccessible();
      const picker = admin.field(t('desk.invoices.quarter'));
      await picker.focus();
      await picker.selectOption({ index: 1 });
      await expect(page).toHaveURL('/admin/invoices');
      await expect(picker).toBeFocused();
      await expect(row).toBeVisible();

      await page.setViewportSize(desktop);
      await expect(page, 'the invoices on a large screen').toFitTheScreen();
      await page.screenshot({ path: info.outputPath(`invoices-${lang}-1280.png`), fullPage: true });
      await admin.open('/admin/invoices?quarter=never');
      await expect(row).toBeVisible();
      await shop.run('settings', 'set', 'company.nif', '');
    });

    test(`makes an invoice out to a caller, mends what the agency refuses, and annuls, in ${lang}`, async ({
      admin,
      another,
      page,
      shop,
      t,
      watch,
    }) => {
      const buyer = await another();
      await asCustomer(buyer);
      await named(shop);
      // What others have sold here waited for the number.
      await shop.run('issue-invoices');
      // As where records are sent: this shop sends none, and the test answers for the agency.
      await shop.sql("UPDATE invoicing SET mode = 'test'");
      const id = await sell(buyer);

      await admin.open(`/admin/orders/${id}`);
      const fold = page.locator('summary', { hasText: t('desk.invoice.full') });
      await fold.focus();
      await fold.press('Enter');
      const nif = admin.field(t('invoice.nif'));
      await expect(admin.field(t('invoice.name'))).toHaveValue(/^Núria Puig/);
      await expect(admin.field(t('invoice.postcode'))).toHaveValue('08630');
      await nif.press('Enter');
      await expect(admin.text(t('form.required'))).toBeVisible();
      await nif.fill('A58818502');
      watch.expects(422, /\/invoice\/look$/);
      await nif.press('Enter');
      await expect(admin.text(t('invoice.nif_wrong'))).toBeVisible();
      await expect(nif).toBeFocused();
      await expect(page, 'the form').toFitTheScreen();
      await expect(page).toBeAccessible();
      await admin.field(t('invoice.name')).fill('Obres Puig, S.L.');
      await fold.press('Enter');
      await expect(nif).toBeHidden();
      await fold.press('Enter');
      await expect(admin.field(t('invoice.name')), 'closed it keeps what was typed').toHaveValue('Obres Puig, S.L.');
      await nif.fill('A58818501');
      await admin.field(t('invoice.postcode')).fill('8630');
      await nif.press('Enter');
      await expect(admin.field(t('invoice.postcode'))).toHaveAttribute('aria-invalid', 'true');
      await admin.field(t('invoice.postcode')).fill('08630');
      await nif.press('Enter');
      // What will be issued is looked at first; what was typed is kept for whoever changes something.
      const look = page.getByRole('group', { name: t('invoice.look') });
      await expect(look).toContainText('Obres Puig, S.L.');
      await expect(look).toBeFocused();
      await expect(page, 'the look').toFitTheScreen();
      await expect(page).toBeAccessible();
      await admin.button(t('invoice.look_change')).click();
      await expect(nif).toHaveValue('A58818501');
      await admin.button(t('invoice.look_first')).click();
      await admin.button(t('invoice.make_full_yes')).click();
      await expect(admin.toast(t('invoice.made'))).toBeVisible();
      await expect(fold).toHaveCount(0);
      const [simple = '', full = ''] = await numbers(admin, id);
      await expect(page.getByRole('link', { name: new RegExp(full) })).toBeVisible();
      await expect(page.getByRole('heading', { name: t('invoice.list') })).toBeFocused();

      await answer(shop, 'rejected');
      await admin.open('/admin/invoices');
      const row = (number: string) => page.locator('.desk-invoice', { hasText: number });
      const act = (name: string, number: string) => row(number).getByRole('button', { name: new RegExp(`^${t(name)}\\s+${number}$`) });
      await expect(row(full).getByText(refusal)).toBeVisible();
      await expect(admin.text(t('desk.agency.wrong', { n: 2 }))).toBeVisible();
      await expect(act('desk.invoices.annul', simple), 'another stands for it').toHaveCount(0);
      await expect(page, 'a long refusal').toFitTheScreen();
      await act('desk.invoices.correct', full).click();
      await expect(admin.field(t('invoice.name'))).toHaveValue('Obres Puig, S.L.');
      await expect(nif).toHaveValue('A58818501');
      await expect(page).toBeAccessible();
      await nif.fill('B12345675');
      watch.expects(422, /\/correct$/);
      await nif.press('Enter');
      await expect(admin.dialog.getByText(t('invoice.nif_wrong'))).toBeVisible();
      await nif.fill('B12345674');
      await nif.press('Enter');
      await expect(admin.toast(t('desk.invoices.correct_done'))).toBeVisible();
      await expect(row(full).getByText(t('desk.invoices.state.waiting'))).toBeVisible();
      await expect(admin.text(t('desk.agency.wrong', { n: 1 }))).toBeVisible();
      await expect(admin.text(t('desk.agency.unsent', { n: 1 }))).toBeVisible();
      await expect(row(full).getByRole('button')).toHaveCount(0);
      await expect(row(full).getByRole('link', { name: /PDF/ })).toBeFocused();

      // The agency refuses it again: what was said last is what is corrected.
      await answer(shop, 'rejected');
      await page.reload();
      await act('desk.invoices.correct', full).click();
      await expect(nif).toHaveValue('B12345674');
      await nif.press('Escape');
      await expect(act('desk.invoices.correct', full)).toBeFocused();
      await act('desk.invoices.again', simple).press('Enter');
      await expect(admin.dialog.getByRole('textbox')).toHaveCount(0);
      await admin.button(t('desk.invoices.again'), admin.dialog).press('Enter');
      await expect(row(simple).getByText(t('desk.invoices.state.waiting'))).toBeVisible();

      await answer(shop, 'accepted');
      await giveBack(admin, id);
      await answer(shop, 'accepted');
      await page.reload();
      await act('desk.invoices.annul', full).click();
      await expect(admin.dialog.getByText(t('desk.invoices.annul_text'))).toBeVisible();
      await expect(page).toBeAccessible();
      watch.expects(409, /\/annul$/);
      await admin.button(t('desk.invoices.annul_yes'), admin.dialog).press('Enter');
      await expect(admin.toast(t('error.invoice_in_use')), 'what corrects it is annulled first').toBeVisible();
      await page.keyboard.press('Escape');
      const correction = (await numbers(admin, id)).at(-1) ?? '';
      await act('desk.invoices.annul', correction).press('Enter');
      await admin.button(t('desk.invoices.annul_yes'), admin.dialog).press('Enter');
      await expect(row(correction).getByText(t('invoice.annulled'))).toBeVisible();
      await expect(row(correction).getByRole('button')).toHaveCount(0);
      await expect(row(correction).getByRole('link', { name: /PDF/ })).toBeFocused();
      await answer(shop, 'accepted');
      await shop.sql("UPDATE invoicing SET mode = 'off'");
      await named(shop, '');
    });

    test(`an order above 3,000 € gets its buyer at the desk, in ${lang}`, async ({ admin, another, page, shop, t }) => {
      const buyer = await another();
      await asCustomer(buyer);
      await named(shop, '');
      const id = await sell(buyer);
      // As one that was placed before the shop asked for its buyer.
      await shop.sql(
        `UPDATE order_items SET price_in_cents = 400000, quantity = 1 WHERE order_id = '${id}';
         UPDATE orders SET items_in_cents = 400000, shipping_in_cents = 0, total_in_cents = 400000, tax_in_cents = 69421
         WHERE id = '${id}'`,
      );
      await named(shop);
      await admin.open('/admin/invoices');
      await expect(admin.text(t('desk.invoices.waits_buyer'))).toBeVisible();
      await page.locator(`[role="status"] a[href$="${id}"]`).click();
      await expect(admin.text(t('desk.invoice.waits_buyer'))).toBeVisible();
      await expect(page, 'what it waits for').toFitTheScreen();
      await expect(page).toBeAccessible();
      const nif = admin.field(t('invoice.nif'));
      await nif.fill('a-58818501');
      await nif.press('Enter');
      await admin.button(t('invoice.make_full_yes')).click();
      await expect(admin.toast(t('invoice.made'))).toBeVisible();
      const [full = ''] = await numbers(admin, id);
      await expect(page.getByRole('link', { name: new RegExp(full) })).toBeVisible();
      await expect(admin.text(t('desk.invoice.waits_buyer'))).toHaveCount(0);
      await named(shop, '');
    });
  });
}

test('an order at the desk stays, with what is open in it, while it is looked up for what its invoice waits', async ({ admin, another, page, t }) => {
  const buyer = await another();
  await asCustomer(buyer);
  const bought = await sell(buyer);
  let looks = 0;
  await page.route('**/api/admin/invoices?*', async (route) => {
    const response = await route.fetch();
    const list = { ...((await response.json()) as object), count: 0, invoices: [], waits_for_buyer: false };
    await route.fulfill({ response, json: { ...list, waiting: looks++ === 0 ? 0 : 1 } });
  });
  await page.route('**/api/admin/invoices/books', () => undefined);
  await admin.open(`/admin/orders/${bought}`);
  const older = page.getByText(t('desk.invoice.older'));
  await expect(older).toBeVisible();
  const whole = await page.locator('.desk-order').elementHandle();
  await admin.button(t('desk.order.note')).click();
  await admin.dialog.getByLabel(t('desk.order.note_label')).fill('Llamará el lunes.');
  const books = page.waitForRequest('**/api/admin/invoices/books');
  await admin.button(t('desk.order.note_yes'), admin.dialog).click();
  await books;
  await expect(older).toHaveCount(0);
  expect(await whole?.evaluate((part) => part.isConnected), 'the same page').toBe(true);
});
