// What the owner does every day besides orders: answering, changing what the site says, letting somebody help.

import assert from 'node:assert/strict';
import { addToCart, asCustomer, customer, order, signIn, stranger } from './support/buyer';
import { linkIn } from './support/mail';
import { endedWindow, losesSession, signsInAgain } from './support/security';
import { languages, mailTextsOf } from './support/texts';
import { at, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe('the inbox, the settings and the people of the desk', () => {
  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang, viewport: phone });

      test(`answer who asked for a quote, in ${lang}`, async ({ admin, another, page, shop, t }) => {
        const asker = await another({ lang: 'en' });
        const { email, name } = await asks(asker);
        await admin.open('/admin/inbox');
        await admin.link(t('desk.inbox.view.new')).click();
        await expect(page).toHaveURL('/admin/inbox?status=new');
        await page.getByRole('searchbox').fill(email);
        await expect(page).toHaveURL(`/admin/inbox?status=new&q=${encodeURIComponent(email)}`);
        const row = page.locator('.desk-inquiry').filter({ hasText: name });
        await expect(row.getByText(t('services.plumber.title'))).toBeVisible();
        // As somebody on the telephone says it.
        const number = (await row.innerText()).match(/P-\d{4}-\d{4,}/)?.[0] ?? '—';
        await page.getByRole('searchbox').fill(number.toLowerCase());
        await expect(page).toHaveURL(new RegExp(`q=${number}`, 'i'));
        await expect(row).toHaveCount(1);
        await page.getByRole('searchbox').fill(email);
        await expect(page).toHaveURL(`/admin/inbox?status=new&q=${encodeURIComponent(email)}`);
        await row.click();
        await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
        await expect(admin.text('Second floor.')).toBeVisible();
        await expect(page.locator('a[href="tel:+34600111222"]').first()).toBeVisible();
        const chat = page.locator('a[href^="https://wa.me/34600111222?text="]');
        await expect(chat, 'in the language of who asked').toHaveAttribute('href', /Hello%20|Hello\+/);
        await expect(page.locator(`a[href="mailto:${email}"]`).first()).toBeVisible();
        await admin.link(t('desk.order.their_page')).click();
        await expect(admin.title(name)).toBeVisible();
        await page.goBack();
        await expect(admin.text(languages.en.name)).toBeVisible();
        const photo = page.getByRole('img', { name: t('desk.inbox.photo', { number: 1, count: 1 }) });
        await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), 'the photo is shown').toBe(true);

        await admin.button(t('desk.inbox.reply')).click();
        await expect(admin.text(t('form.required'))).toBeVisible();
        const input = page.locator('input[type=file]');
        admin.watch.expects(415, /\/admin\/inbox\/files/);
        await input.setInputFiles([{ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<!doctype html>') }]);
        await expect(admin.text(t('desk.inbox.refused.kind', { name: 'page.pdf' })), 'no PDF but by its name').toBeVisible();
        await input.setInputFiles([
          { name: 'plan.dwg', mimeType: 'application/acad', buffer: Buffer.alloc(10) },
          { name: 'book.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(7_000_001) },
        ]);
        await expect(admin.text(t('desk.inbox.refused.kind', { name: 'plan.dwg' }))).toBeVisible();
        await expect(admin.text(t('desk.inbox.refused.large', { name: 'book.pdf' })), 'and is not even sent').toBeVisible();
        await expect(page, 'with what is refused').toFitTheScreen();
        await expect(admin.text(t('desk.inbox.attach')), 'three refused files take no place').not.toHaveAttribute('aria-disabled');
        await admin.field(t('desk.inbox.reply_label')).fill('It costs 45 €.');
        await admin.button(t('desk.inbox.reply')).click();
        await expect(admin.toast(t('desk.inbox.files_missing')), 'nothing goes out without it').toBeVisible();
        for (const name of ['page.pdf', 'plan.dwg', 'book.pdf']) await admin.button(t('quote.photo_remove', { name })).click();
        await input.setInputFiles([
          { name: 'Quote nº 7.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\ntrailer\n<<>>\n%%EOF\n') },
          { name: 'plan.png', mimeType: 'image/png', buffer: await page.screenshot() },
        ]);
        await expect(page.locator('.desk-files').getByText(/\d\u00a0kB/)).toHaveCount(2);
        await expect(page, 'with files that go along').toFitTheScreen();
        await admin.field(t('desk.inbox.reply_label')).fill('We come on Monday.\n\nIt costs 45 €.');
        await admin.link(t('desk.place.today'), page.getByRole('navigation')).click();
        await admin.button(t('desk.leave.stay'), admin.dialog).click();
        await expect(admin.field(t('desk.inbox.reply_label')), 'nothing is left by mistake').toHaveValue(/Monday/);
        await admin.button(t('desk.inbox.reply')).dblclick();
        await expect(admin.toast(t('desk.inbox.reply_done'))).toBeVisible();
        const reply = page.locator('.desk-said[data-kind=reply]');
        await expect(reply.getByText('We come on Monday.')).toBeVisible();
        await expect(reply, 'after a double click').toHaveCount(1);
        await expect(reply.getByText(shop.admin.email)).toBeVisible();
        await expect(reply.getByRole('link', { name: 'plan.jpg' })).toBeVisible();
        await expect(page.locator('.desk-files'), 'none is left to be sent').toHaveCount(1);
        const saved = page.waitForEvent('download');
        await reply.getByRole('link', { name: 'quote-n-7.pdf' }).click();
        expect((await saved).suggestedFilename()).toBe('quote-n-7.pdf');
        await expect(page.locator('.desk-order__state').getByText(t('desk.inbox.status.answered'))).toBeVisible();
        await expect(admin.field(t('desk.inbox.reply_label'))).toHaveValue('');
        const mail = await shop.mails.await(email, 'Re: ');
        expect(mail.text.includes('It costs 45 €.') && mail.text.includes('The kitchen tap drips.'), mail.text).toBe(true);
        expect(mail.text, 'in the language of who asked').toContain(mailTextsOf('en')['you_wrote'] ?? '—');
        expect(mail.text).toContain('quote-n-7.pdf');

        // Back finds the list as it was left, without what is answered now.
        await admin.link(t('desk.inbox.kind.quotes'), page.locator('main')).first().click();
        await expect(page).toHaveURL(`/admin/inbox?status=new&q=${encodeURIComponent(email)}`);
        await expect(row).toHaveCount(0);
        await admin.open('/admin/log?act=quote');
        await expect(page.locator('.desk-log').getByText(t('desk.act.quote.answered')).first()).toBeVisible();
      });
    });
  }

  test.describe(() => {
    test.use({ lang: 'fr' });

    test('close a message without an answer and note why', async ({ admin, another, page, shop, t }) => {
      const writer = await another({ lang: 'en' });
      const email = 'writer@example.com';
      await writer.open('/contact');
      await writer.field(writer.t('field.name')).fill('Ada King');
      await writer.field(writer.t('field.email')).fill(email);
      await writer.field(writer.t('contact.message')).fill('Do you buy steam engines?');
      await writer.button(writer.t('contact.send')).click();
      await expect(writer.toast(writer.t('contact.sent_title'))).toBeVisible();
      await admin.open('/admin/inbox');
      await page.getByRole('link', { name: t('desk.inbox.kind.messages') }).click();
      await expect(page).toHaveURL('/admin/inbox/messages');
      await page.locator('.desk-inquiry').filter({ hasText: 'steam engines' }).click();
      await admin.button(t('desk.order.note')).click();
      await admin.dialog.getByLabel(t('desk.order.note_label')).fill('Nobody here does.');
      const question = page.getByRole('dialog', { name: t('desk.leave.title') });
      const stay = admin.button(t('desk.leave.stay'), question);
      const ways = [
        () => page.mouse.click(5, 5),
        () => page.keyboard.press('Escape'),
        () => admin.button(t('common.close'), admin.dialog).click(),
        // As a browser does at a second Escape.
        () => page.evaluate(() => document.querySelector<HTMLDialogElement>('dialog[open]')?.close()),
      ];
      for (const leave of ways) {
        await leave();
        await stay.click();
        await expect(admin.dialog.getByLabel(t('desk.order.note_label')), 'no way out loses it').toHaveValue('Nobody here does.');
      }
      await page.keyboard.press('Escape');
      await stay.evaluate(async (button: HTMLButtonElement) => {
        button.click();
        // The page has drawn it, and has not been told yet that the question closed.
        for (let turn = 0; turn < 9; turn++) await Promise.resolve();
        document.querySelector<HTMLButtonElement>('dialog[open] .dialog__header button')?.click();
      });
      await stay.click();
      await page.keyboard.press('Escape');
      await admin.button(t('desk.leave.go'), question).click();
      await expect(admin.dialog).toHaveCount(0);
      await expect(admin.button(t('desk.order.note')), 'the reader is where it was opened').toBeFocused();
      await admin.button(t('desk.order.note')).click();
      await admin.dialog.getByLabel(t('desk.order.note_label')).fill('Nobody here does.');
      await admin.button(t('desk.order.note_yes'), admin.dialog).click();
      await expect(admin.toast(t('desk.order.note_done'))).toBeVisible();
      await expect(page.locator('.desk-said[data-kind=note]').getByText('Nobody here does.')).toBeVisible();
      await admin.button(t('desk.inbox.become.closed')).click();
      await expect(admin.toast(t('desk.inbox.become_done.closed'))).toBeVisible();
      await expect(page.locator('.desk-thread__status').getByText(t('desk.inbox.status.closed'))).toBeVisible();
      await expect(admin.button(t('desk.inbox.become.new'))).toBeVisible();
      await admin.open('/admin/inbox/messages?status=closed');
      await expect(page.locator('.desk-inquiry').filter({ hasText: 'Ada King' })).toBeVisible();
      expect(await shop.mails.to(email, 'Re: '), 'a note is nobody else’s').toEqual([]);
    });
  });

  test.describe(() => {
    test.use({ viewport: phone });

    test('read what somebody else answered meanwhile, before another answer goes out', async ({ admin, another, page, shop, t, watch }) => {
      const { email, name } = await asks(await another({ lang: 'en' }));
      await admin.open(`/admin/inbox?q=${encodeURIComponent(email)}`);
      await page.locator('.desk-inquiry').filter({ hasText: name }).click();
      await admin.field(t('desk.inbox.reply_label')).fill('It costs 1,100 €.');
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '—';
      await shop.run('reply-quote', id, '--text', 'It costs 1,250 €.');
      watch.expects(409, /\/reply$/);
      await admin.button(t('desk.inbox.reply')).click();
      await expect(admin.toast(t('desk.inbox.reply_failed'))).toBeVisible();
      const replies = page.locator('.desk-said[data-kind=reply]');
      await expect(replies).toHaveText([/1,250/]);
      await expect(admin.field(t('desk.inbox.reply_label')), 'what was typed stays').toHaveValue('It costs 1,100 €.');
      await admin.button(t('desk.inbox.reply')).click();
      await expect(replies, 'who has read it may answer all the same').toHaveText([/1,250/, /1,100/]);
    });

    test('keep the answer that was written while the session ended, and send it once', async ({ admin, another, page, shop, t }) => {
      const { email } = await asks(await another());
      await admin.open(`/admin/inbox?q=${encodeURIComponent(email)}`);
      await page.locator('.desk-inquiry').click();
      const reply = admin.field(t('desk.inbox.reply_label'));
      await reply.fill('We come on Monday.');
      await losesSession(admin);
      await admin.button(t('desk.inbox.reply')).click();
      const ended = endedWindow(admin);
      await expect(ended.getByText(t('ended.text', { email: shop.admin.email }))).toBeVisible();
      await expect(page, 'with the window').toFitTheScreen();
      await signsInAgain(admin, shop.admin.password);
      await expect(admin.toast(t('desk.inbox.reply_done'))).toBeVisible();
      await expect(ended).toHaveCount(0);
      await expect(page.locator('.desk-said[data-kind=reply]')).toHaveCount(1);
      expect((await shop.mails.await(email, 'Re: ')).text).toContain('We come on Monday.');
    });

    test('say why somebody cannot be forgotten yet, and offer nothing that is refused', async ({ admin, another, page, shop, t }) => {
      const buyer = await another();
      const { email } = await asCustomer(buyer);
      await addToCart(buyer, await shop.pathOf('bombilla-led-e27'));
      await order(buyer);
      await admin.open(`/admin/customers?q=${encodeURIComponent(email)}`);
      await page.locator('.desk-rows a, main li a').first().click();
      await admin.button(t('desk.erase.do')).click();
      await expect(admin.dialog.getByText(t('desk.erase.open'))).toBeVisible();
      await expect(admin.button(t('desk.erase.yes'))).toHaveCount(0);
      await admin.button(t('common.close'), admin.dialog).last().click();
      await expect(admin.dialog).toHaveCount(0);
    });

    test('forget who wrote, whole and letter by letter', async ({ admin, another, page, shop, t }) => {
      const asker = await another({ lang: 'en' });
      const [first, second] = [await asks(asker), await asks(asker)];
      await admin.open(`/admin/customers?q=${encodeURIComponent(first.email)}`);
      await page.locator('main').getByRole('link', { name: new RegExp(first.name) }).click();
      await admin.button(t('desk.erase.do')).click();
      await expect(admin.dialog.getByText(t('desk.erase.quotes', { count: 1 }))).toBeVisible();
      await admin.button(t('desk.erase.yes'), admin.dialog).click();
      await expect(admin.toast(t('desk.erase.done'))).toBeVisible();
      await expect(page).toHaveURL('/admin/customers');
      await shop.mails.await(first.email, mailTextsOf('en')['data_erased_subject'] ?? '—');
      await admin.open(`/admin/inbox?q=${encodeURIComponent(first.email)}`);
      await expect(admin.text(t('desk.nothing_title'))).toBeVisible();

      await admin.open(`/admin/inbox?q=${encodeURIComponent(second.email)}`);
      await page.locator('.desk-inquiry').filter({ hasText: second.name }).click();
      await admin.button(t('desk.inbox.delete')).click();
      await admin.button(t('desk.inbox.delete'), admin.dialog).click();
      await expect(admin.toast(t('desk.inbox.delete_done'))).toBeVisible();
      await expect(page).toHaveURL('/admin/inbox');
      await expect(page.locator('.desk-inquiry').filter({ hasText: second.name })).toHaveCount(0);
    });

    test('put another telephone and other hours on the site', async ({ admin, another, page, shop, t }) => {
      const before = await Promise.all(['company.phone', 'company.hours'].map(async (key) => [key, (await shop.run('settings', 'get', key)).trim()] as const));
      await admin.open('/admin/inbox');
      await admin.button(t('desk.more')).click();
      await admin.link(t('desk.place.settings'), admin.dialog).click();
      await expect(page).toHaveURL('/admin/settings');

      const company = group(admin, 'company');
      await company.getByLabel(t('desk.settings.key.company.phone')).fill('611 222 333');
      await expect(company.locator('.desk-seen').getByText('611 222 333')).toBeVisible();
      await expect(unsaved(admin, 'company')).toBeVisible();
      await admin.button(t('desk.save')).click();
      await expect(admin.toast(t('desk.settings.saved'))).toBeVisible();
      await expect(unsaved(admin, 'company')).toHaveCount(0);
      await expect(company.getByLabel(t('desk.settings.key.company.phone'))).toHaveValue('+34611222333');

      const hours = group(admin, 'hours');
      const [monday = '', , , , , saturday = ''] = t('hours.days').split(' ');
      await hours.getByRole('checkbox', { name: saturday }).check();
      const opens = hours.getByLabel(`${saturday}: ${t('desk.settings.opens')}`);
      await opens.fill('09:30');
      await hours.getByLabel(`${saturday}: ${t('desk.settings.closes')}`).fill('08:00');
      await admin.button(t('desk.save')).click();
      await expect(hours.getByText(t('desk.settings.wrong_span'))).toBeVisible();
      await hours.getByLabel(`${saturday}: ${t('desk.settings.closes')}`).fill('13:00');
      await hours.getByLabel(`${monday}: ${t('desk.settings.opens')}`).fill('07:00');
      await admin.button(t('desk.settings.same_all_week'), hours).click();
      await expect(hours.locator('.desk-seen').getByText(/\b0?7:00/)).toBeVisible();
      await admin.button(t('desk.save')).click();
      await expect(unsaved(admin, 'hours')).toHaveCount(0);
      expect((await shop.run('settings', 'get', 'company.hours')).trim()).toBe('Mo-Fr 07:00-18:00, Sa 09:30-13:00');

      const stranger = await another({ javaScriptEnabled: false });
      await stranger.page.goto('/contact');
      await expect(stranger.page.locator('main a[href="tel:+34611222333"]').first()).toBeVisible();
      await expect(stranger.page.locator('main').getByText(/\b0?9:30–\u206013:00/).first()).toBeVisible();
      for (const [key, value] of before) await shop.run('settings', 'set', key, value);
      await page.goto('/admin/log?act=setting');
      await expect(page.locator('.desk-log').filter({ hasText: t('desk.settings.key.company.phone') }).first()).toBeVisible();
      const entry = page.locator('.desk-log').filter({ hasText: t('desk.settings.key.company.hours') }).first();
      await expect(entry, 'hours in words').toContainText(new RegExp(`${saturday}: 0?9:30`));
    });

    test('tick who brings the parcels, and say who usually does', async ({ admin, shop, t }) => {
      const before = (await shop.run('settings', 'get', 'shipping.carriers')).trim();
      await admin.open('/admin/settings');
      const shipping = group(admin, 'shipping');
      await shipping.getByRole('checkbox', { name: 'SEUR' }).check();
      await shipping.getByRole('checkbox', { name: 'Correos' }).uncheck();
      await shipping.getByLabel(t('desk.settings.carrier_usual')).selectOption('seur');
      await admin.button(t('desk.save')).click();
      await expect(admin.toast(t('desk.settings.saved'))).toBeVisible();
      expect((await shop.run('settings', 'get', 'shipping.carriers')).trim()).toBe('seur, own_van, pick_up');
      await shop.run('settings', 'set', 'shipping.carriers', before);
    });

    test('announce days on which nobody is there', async ({ admin, another, page, shop, t }) => {
      const before = (await shop.run('settings', 'get', 'hours.holidays')).trim();
      const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
      const name = 'Feria del hierro';
      await admin.open('/admin/settings');
      const hours = group(admin, 'hours');
      await admin.link(t('desk.settings.group.hours'), page.getByRole('navigation', { name: t('desk.settings.index') })).click();
      await expect(page.locator('#group-hours')).toBeFocused();
      await expect(page.locator('#group-hours')).toBeInViewport();
      await admin.button(t('desk.settings.closed_add'), hours).click();
      const [first, last] = ['closed_first', 'closed_last'].map((part) => hours.getByLabel(t(`desk.settings.${part}`)).last());
      assert(first && last);
      await first.fill(soon);
      await last.fill(new Date().toISOString().slice(0, 10));
      await hours.getByLabel(t('desk.settings.closed_name')).last().fill(name);
      await expect(page, 'the days on which nobody is there').toFitTheScreen();
      const [above, below, card] = await Promise.all([first.boundingBox(), last.boundingBox(), hours.boundingBox()]);
      assert(above && below && card);
      expect(above.y + above.height, 'one below the other').toBeLessThan(below.y);
      expect(Math.max(above.x + above.width, below.x + below.width), 'inside the card').toBeLessThan(card.x + card.width);
      await admin.button(t('desk.save')).click();
      await expect(hours.getByText(t('desk.settings.wrong_days'))).toBeVisible();
      await last.fill('');
      await admin.button(t('desk.save')).click();
      await expect(unsaved(admin, 'hours')).toHaveCount(0);
      const readers = [await another({ javaScriptEnabled: false }), await another({ lang: 'ar', javaScriptEnabled: false })];
      for (const { page } of readers) {
        await page.goto('/contact');
        await expect(page.locator('main').getByText(name).first()).toBeVisible();
      }
      await shop.run('settings', 'set', 'hours.holidays', before);
      const [reader] = readers;
      assert(reader);
      await reader.page.goto('/contact');
      await expect(reader.page.locator('main').getByText(name)).toHaveCount(0);
    });
  });

  test.describe(() => {
    test.use({ lang: 'en' });

    test('say at its field why a setting cannot be', async ({ admin, page, t, watch }) => {
      watch.expects(422, /\/api\/admin\/settings$/);
      await admin.open('/admin/settings');
      const legal = group(admin, 'legal');
      const nif = legal.getByLabel(t('desk.settings.key.company.nif'));
      const given = await nif.inputValue();
      await nif.fill('B12345675');
      await admin.button(t('desk.save')).click();
      await expect(legal.getByText(t('error.validation_failed.company.nif'))).toBeVisible();
      await expect(page.locator(':focus')).toHaveAttribute('name', 'nif');
      await admin.button(t('desk.settings.discard')).click();
      await admin.button(t('desk.discard.go'), admin.dialog).click();
      await expect(nif).toHaveValue(given);
      const shipping = group(admin, 'shipping');
      const flat = shipping.getByLabel(t('desk.settings.key.shipping.flat'));
      await expect(flat).toHaveValue('4.95');
      await flat.fill('five');
      // What the browser itself refuses is told in the setting's own words.
      const stock = group(admin, 'stock');
      await stock.getByLabel(t('desk.settings.key.stock.low')).fill('-2');
      await admin.button(t('desk.save')).click();
      await expect(shipping.getByText(t('error.validation_failed.shipping.flat'))).toBeVisible();
      await expect(stock.getByText(t('error.validation_failed.stock.low'))).toBeVisible();
      await admin.button(t('desk.settings.discard')).click();
      await admin.button(t('desk.discard.go'), admin.dialog).click();

      // The law's page names what is missing, and leads to its field.
      await admin.open('/admin/law');
      await admin.link(t('desk.settings.key.company.register')).click();
      await expect(legal.getByLabel(t('desk.settings.key.company.register'))).toBeFocused();
      await expect(legal.getByText(t('desk.settings.example')).first()).toBeVisible();
    });

    test('save what can be, and lose nothing of what cannot', async ({ admin, page, shop, t, watch }) => {
      watch.expects(422, /\/api\/admin\/settings$/);
      const before = (await shop.run('settings', 'get', 'stock.low')).trim();
      await admin.open('/admin/settings');
      const [shipping, stock, legal] = [group(admin, 'shipping'), group(admin, 'stock'), group(admin, 'legal')];
      const flat = shipping.getByLabel(t('desk.settings.key.shipping.flat'));
      const low = stock.getByLabel(t('desk.settings.key.stock.low'));
      const nif = legal.getByLabel(t('desk.settings.key.company.nif'));
      const given = await nif.inputValue();
      await nif.fill('B12345675');
      await flat.fill('five');
      await low.fill('7');
      await expect(unsaved(admin, 'shipping', 'stock', 'legal')).toBeVisible();
      await admin.link(t('desk.settings.group.legal'), page.getByRole('navigation', { name: t('desk.settings.index') })).click();
      await expect(admin.button(t('desk.save')), 'in reach everywhere').toBeInViewport();
      // The return key saves the whole page as well.
      await low.press('Enter');
      await expect(page.locator('.desk-save')).toContainText(t('desk.settings.refused', { count: 2 }));
      await expect(shipping.getByText(t('error.validation_failed.shipping.flat'))).toBeVisible();
      await expect(legal.getByText(t('error.validation_failed.company.nif'))).toBeVisible();
      await expect(flat, 'the first of them').toBeFocused();
      await expect(flat).toHaveValue('five');
      await expect(nif).toHaveValue('B12345675');
      await expect(low).toHaveValue('7');
      expect((await shop.run('settings', 'get', 'stock.low')).trim()).toBe('7');
      await admin.link(t('desk.texts.title')).click();
      await admin.button(t('desk.leave.stay'), admin.dialog).click();
      await admin.button(t('desk.settings.discard')).click();
      await admin.button(t('desk.discard.go'), admin.dialog).click();
      await expect(flat).toHaveValue('4.95');
      await expect(nif).toHaveValue(given);
      await expect(admin.text(t('desk.product.all_saved'))).toBeVisible();
      await shop.run('settings', 'set', 'stock.low', before);
    });
  });

  test('let somebody help, and no longer', async ({ admin, another, page, shop, t }) => {
    const helper = await another();
    const person = await customer(shop);
    await admin.open('/admin/people');
    await expect(admin.text(t('desk.people.me'))).toBeVisible();
    await admin.button(t('desk.people.grant')).click();
    await admin.dialog.getByLabel(t('field.email')).fill(person.email);
    await admin.button(t('desk.people.grant_yes'), admin.dialog).click();
    await expect(admin.toast(t('desk.people.granted'))).toBeVisible();
    const row = page.locator('.desk-person').filter({ hasText: person.email });
    await expect(row.getByText(t('desk.people.no_factor'))).toBeVisible();

    await signIn(helper, person);
    await helper.open('/admin');
    await expect(helper.title(t('desk.factor.title'))).toBeVisible();

    await admin.button(t('desk.people.revoke'), row).click();
    await admin.button(t('desk.people.revoke_yes'), admin.dialog).click();
    await expect(admin.toast(t('desk.people.revoked'))).toBeVisible();
    await expect(row).toHaveCount(0);
    await helper.open('/admin');
    await expect(helper.page).toHaveURL(at(/^\/login/));
    await signIn(helper, person);
    await helper.open('/admin');
    await expect(helper.title(t('desk.not_yours.title'))).toBeVisible();
  });

  for (const lang of ['es', 'ar'] as const) {
    test.describe(() => {
      test.use({ lang, viewport: phone });

      test(`invite somebody who has no account, in ${lang}`, async ({ admin, another, page, shop, t }) => {
        const guest = await another({ viewport: phone });
        const { email } = stranger();
        await admin.open('/admin/people');
        const invite = async () => {
          await admin.button(t('desk.people.grant')).click();
          await admin.dialog.getByLabel(t('field.email')).fill(email);
          await admin.button(t('desk.people.grant_yes'), admin.dialog).click();
          await expect(admin.dialog).toHaveCount(0);
          // On a phone it covers what stands below it, and stays while the pointer is there.
          await page.mouse.move(5, 5);
          await expect(page.locator('.toast')).toHaveCount(0);
        };
        await invite();
        const row = page.locator('.desk-person').filter({ hasText: email });
        await expect(row).toBeVisible();
        await expect(page, 'an invitation').toFitTheScreen();
        await admin.button(t('desk.people.withdraw'), row).click();
        await admin.button(t('desk.people.withdraw'), admin.dialog).click();
        await expect(admin.toast(t('desk.people.withdrawn'))).toBeVisible();
        await expect(row).toHaveCount(0);

        await invite();
        await expect(row).toBeVisible();
        // The administrator's language, whatever the desk is read in.
        const sent = () => shop.mails.to(email, mailTextsOf('es')['invitation_subject']);
        await expect.poll(async () => (await sent()).length, 'two invitations').toBe(2);
        guest.watch.expects(403, /\/verify$/);
        guest.watch.expects(422, /\/verify$/);
        let accepted = 0;
        for (const link of (await sent()).map(linkIn)) {
          // Another page between them: only the fragments of the links differ.
          await guest.page.goto('/store');
          await guest.page.goto(link);
          await expect(guest.title(guest.t('verify.invite.title'))).toBeVisible();
          await guest.ready();
          await guest.button(guest.t('verify.invite.submit')).click();
          const choose = guest.page.getByText(guest.t('verify.invite.choose', { email }));
          const expired = guest.title(guest.t('welcome.expired_title'));
          await expect(choose.or(expired)).toBeVisible();
          if (await expired.isVisible()) continue;
          await guest.field(guest.t('field.new_password')).fill('ocho mirlos blancos');
          await guest.button(guest.t('verify.invite.submit')).click();
          await expect(guest.title(guest.t('verify.invite.done_title'))).toBeVisible();
          accepted += 1;
        }
        expect(accepted, 'what was taken back opens nothing').toBe(1);
        await signIn(guest, { email, password: 'ocho mirlos blancos' });
        await guest.open('/admin');
        await expect(guest.title(guest.t('desk.factor.title'))).toBeVisible();
        await admin.open('/admin/people');
        await admin.button(t('desk.people.revoke'), row).click();
        await admin.button(t('desk.people.revoke_yes'), admin.dialog).click();
        await expect(admin.toast(t('desk.people.revoked'))).toBeVisible();
      });
    });
  }

  test('send a mail again that could not go out', async ({ admin, page, shop, t }) => {
    await customer(shop);
    await admin.open('/admin/mails?state=sent');
    await expect(page.locator('.desk-mail').first()).toBeVisible();
    // The shop of the tests writes its mails into files, which never fails.
    const dead = {
      id: 'm1',
      created_at: new Date().toISOString(),
      to: 'gone@example.com',
      subject: 'Pago recibido',
      state: 'dead',
      attempts: 9,
      last_error: 'permanent error (550): 5.1.1 user unknown',
      next_try_at: null,
    };
    const answer = { count: 1, offset: 0, limit: 50, mails: [dead] };
    await page.route('**/api/admin/mails?*state=dead*', (route) => route.fulfill({ json: answer }), { times: 1 });
    const asked: string[] = [];
    await page.route('**/api/admin/mails/m1/retry', (route) => {
      asked.push(route.request().method());
      return route.fulfill({ status: 204 });
    });
    await admin.open('/admin/mails');
    const row = page.locator('.desk-mail').filter({ hasText: dead.to });
    await expect(row.getByText(t('desk.mails.why.address'))).toBeVisible();
    await expect(row.getByText(t('desk.mails.attempts', { count: 9 }))).toBeVisible();
    await admin.button(t('desk.mails.retry'), row).click();
    await expect(admin.toast(t('desk.mail.resent'))).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(asked).toEqual(['POST']);
  });
});

let askers = 0;

/** Somebody asks for a quote on the site, in English; answers their address and name. */
async function asks(visitor: Visitor): Promise<{ email: string; name: string }> {
  const { page, t } = visitor;
  askers += 1;
  const email = `asker${askers}@example.com`;
  const name = `Grace Murray, ${askers}`;
  await visitor.open('/solicitar-presupuesto');
  await visitor.field(t('field.name')).fill(name);
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('quote.phone')).fill('600 111 222');
  await page.locator('select[name=service]').selectOption({ label: t('services.plumber.title') });
  await visitor.field(t('quote.town')).fill('Martorell');
  await visitor.field(t('quote.message')).fill('The kitchen tap drips.\nSecond floor.');
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } });
  await page.locator('input[type=file]').setInputFiles([{ name: 'tap.png', mimeType: 'image/png', buffer: picture }]);
  await expect(visitor.text(t('quote.photo_sent'))).toBeVisible();
  await visitor.button(t('quote.send')).click();
  await expect(visitor.toast(t('quote.sent_title'))).toBeVisible();
  return { email, name };
}

/** What the bar says of groups with changes. */
const unsaved = ({ page, t }: Visitor, ...ids: string[]) =>
  page.locator('.desk-save').getByText(`${t('desk.product.unsaved')} · ${ids.map((id) => t(`desk.settings.group.${id}`)).join(t('common.comma'))}`);

/** The panel of a group of settings. */
const group = ({ page, t }: Visitor, id: string) => page.getByRole('region', { name: t(`desk.settings.group.${id}`) });
