// What the owner does every day besides orders: answering, changing what the site says, letting somebody help.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { customer, signIn } from './buyer';
import { languages, mailTextsOf } from './texts';
import { phone, story, type VisitOptions, type Visitor, type World } from './visitor';
import { eventually } from './wait';

type Another = (options: VisitOptions) => Promise<Visitor>;

export const deskInbox = (world: () => World) =>
  describe('the inbox, the settings and the people of the desk', () => {
    for (const lang of ['es', 'ar'] as const) {
      story(world, `answer who asked for a quote, in ${lang}`, { lang, cookies: 'session', viewport: phone }, answers);
    }
    story(world, 'close a message without an answer and note why', { lang: 'fr', cookies: 'session' }, closes);
    story(world, 'put another telephone and other hours on the site', { cookies: 'session', viewport: phone }, changesSettings);
    story(world, 'announce days on which nobody is there', { cookies: 'session', viewport: phone }, announcesClosedDays);
    story(world, 'say at its field why a setting cannot be', { lang: 'en', cookies: 'session' }, refusesSettings);
    story(world, 'let somebody help, and no longer', { cookies: 'session' }, grantsAndRevokes);
    story(world, 'send a mail again that could not go out', { cookies: 'session' }, retriesAMail);
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
  await visitor.sees(t('quote.photo_sent'));
  await visitor.button(t('quote.send')).click();
  await visitor.toast(t('quote.sent_title'));
  return { email, name };
}

async function answers(visitor: Visitor, another: Another): Promise<void> {
  const { page, shop, t } = visitor;
  const asker = await another({ lang: 'en' });
  const { email, name } = await asks(asker);
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/inbox');
  await visitor.link(t('desk.inbox.view.new')).click();
  await visitor.arrivesAt('/admin/inbox?status=new');
  await page.getByRole('searchbox').fill(email);
  await visitor.arrivesAt(`/admin/inbox?status=new&q=${encodeURIComponent(email)}`);
  const row = page.locator('.desk-inquiry').filter({ hasText: name });
  await row.getByText(t('services.plumber.title')).waitFor();
  await row.click();
  await visitor.sees('Second floor.');
  await page.locator('a[href="tel:+34600111222"]').waitFor();
  await page.locator('a[href="https://wa.me/34600111222"]').waitFor();
  await page.locator(`a[href="mailto:${email}"]`).waitFor();
  await visitor.sees(languages.en.name);
  const photo = page.getByRole('img', { name: t('desk.inbox.photo', { number: 1, count: 1 }) });
  await eventually('the photo is shown', () => photo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));

  await visitor.button(t('desk.inbox.reply')).click();
  await visitor.sees(t('form.required'));
  await visitor.field(t('desk.inbox.reply_label')).fill('We come on Monday.\n\nIt costs 45 €.');
  await visitor.button(t('desk.inbox.reply')).dblclick();
  await visitor.toast(t('desk.inbox.reply_done'));
  const reply = page.locator('.desk-said[data-kind=reply]');
  await reply.getByText('We come on Monday.').waitFor();
  assert.equal(await reply.count(), 1, 'after a double click');
  await reply.getByText(shop.admin.email).waitFor();
  await page.locator('.desk-order__state').getByText(t('desk.inbox.status.answered')).waitFor();
  assert.equal(await visitor.field(t('desk.inbox.reply_label')).inputValue(), '');
  const mail = await shop.mails.await(email, 'Re: ');
  assert.ok(mail.text.includes('It costs 45 €.') && mail.text.includes('The kitchen tap drips.'), mail.text);
  assert.ok(mail.text.includes(mailTextsOf('en')['you_wrote'] ?? '—'), 'in the language of who asked');

  // Back finds the list as it was left, without what is answered now.
  await visitor.link(t('desk.inbox.kind.quotes'), page.locator('main')).first().click();
  await visitor.arrivesAt(`/admin/inbox?status=new&q=${encodeURIComponent(email)}`);
  await row.waitFor({ state: 'detached' });
  await visitor.open('/admin/log?act=quote');
  await page.locator('.desk-log').getByText(t('desk.act.quote.answered')).first().waitFor();
}

async function closes(visitor: Visitor, another: Another): Promise<void> {
  const { page, shop, t } = visitor;
  const writer = await another({ lang: 'en' });
  const email = 'writer@example.com';
  await writer.open('/contact');
  await writer.field(writer.t('field.name')).fill('Ada King');
  await writer.field(writer.t('field.email')).fill(email);
  await writer.field(writer.t('contact.message')).fill('Do you buy steam engines?');
  await writer.button(writer.t('contact.send')).click();
  await writer.toast(writer.t('contact.sent_title'));
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/inbox');
  await visitor.link(t('desk.inbox.kind.messages')).click();
  await visitor.arrivesAt('/admin/inbox/messages');
  await page.locator('.desk-inquiry').filter({ hasText: 'steam engines' }).click();
  await visitor.button(t('desk.order.note')).click();
  await visitor.dialog.getByLabel(t('desk.order.note_label')).fill('Nobody here does.');
  await visitor.button(t('desk.order.note_yes'), visitor.dialog).click();
  await visitor.toast(t('desk.order.note_done'));
  await page.locator('.desk-said[data-kind=note]').getByText('Nobody here does.').waitFor();
  await visitor.button(t('desk.inbox.become.closed')).click();
  await visitor.toast(t('desk.inbox.become_done.closed'));
  await page.locator('.desk-thread__status').getByText(t('desk.inbox.status.closed')).waitFor();
  await visitor.button(t('desk.inbox.become.new')).waitFor();
  await visitor.open('/admin/inbox/messages?status=closed');
  await page.locator('.desk-inquiry').filter({ hasText: 'Ada King' }).waitFor();
  assert.deepEqual(await shop.mails.to(email, 'Re: '), [], 'a note is nobody else’s');
}

/** The panel of a group of settings. */
const group = ({ page, t }: Visitor, id: string) => page.getByRole('region', { name: t(`desk.settings.group.${id}`) });

async function changesSettings(visitor: Visitor, another: Another): Promise<void> {
  const { page, shop, t } = visitor;
  const before = await Promise.all(['company.phone', 'company.hours'].map(async (key) => [key, (await shop.run('settings', 'get', key)).trim()] as const));
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/inbox');
  await visitor.button(t('desk.more')).click();
  await visitor.link(t('desk.place.settings'), visitor.dialog).click();
  await visitor.arrivesAt('/admin/settings');

  const company = group(visitor, 'company');
  await company.getByLabel(t('desk.settings.key.company.phone')).fill('611 222 333');
  await company.locator('.desk-seen').getByText('611 222 333').waitFor();
  await company.getByText(t('desk.settings.unsaved')).waitFor();
  await visitor.button(t('desk.settings.save'), company).click();
  await visitor.toast(t('desk.settings.saved'));
  await company.getByText(t('desk.settings.unsaved')).waitFor({ state: 'detached' });
  assert.equal(await company.getByLabel(t('desk.settings.key.company.phone')).inputValue(), '+34611222333');

  const hours = group(visitor, 'hours');
  const [monday = '', , , , , saturday = ''] = t('hours.days').split(' ');
  await hours.getByRole('checkbox', { name: saturday }).check();
  const opens = hours.getByLabel(`${saturday}: ${t('desk.settings.opens')}`);
  await opens.fill('09:30');
  await hours.getByLabel(`${saturday}: ${t('desk.settings.closes')}`).fill('08:00');
  await visitor.button(t('desk.settings.save'), hours).click();
  await hours.getByText(t('desk.settings.wrong_span')).waitFor();
  await hours.getByLabel(`${saturday}: ${t('desk.settings.closes')}`).fill('13:00');
  await hours.getByLabel(`${monday}: ${t('desk.settings.opens')}`).fill('07:00');
  await visitor.button(t('desk.settings.same_all_week'), hours).click();
  await hours.locator('.desk-seen').getByText(/07:00/).waitFor();
  await visitor.button(t('desk.settings.save'), hours).click();
  await hours.getByText(t('desk.settings.unsaved')).waitFor({ state: 'detached' });
  assert.equal((await shop.run('settings', 'get', 'company.hours')).trim(), 'Mo-Fr 07:00-18:00, Sa 09:30-13:00');

  const stranger = await another({ javaScriptEnabled: false });
  await stranger.page.goto('/contact');
  await stranger.page.locator('main a[href="tel:+34611222333"]').first().waitFor();
  await stranger.page.locator('main').getByText(/09:30–13:00/).first().waitFor();
  for (const [key, value] of before) await shop.run('settings', 'set', key, value);
  await page.goto('/admin/log?act=setting');
  await page.locator('.desk-log').filter({ hasText: 'company.phone' }).first().waitFor();
}

async function announcesClosedDays(visitor: Visitor, another: Another): Promise<void> {
  const { shop, t } = visitor;
  const before = (await shop.run('settings', 'get', 'hours.holidays')).trim();
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const name = 'Feria del hierro';
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/settings');
  const hours = group(visitor, 'hours');
  await visitor.button(t('desk.settings.closed_add'), hours).click();
  await hours.getByLabel(t('desk.settings.closed_first')).last().fill(soon);
  await hours.getByLabel(t('desk.settings.closed_name')).last().fill(name);
  await visitor.fitsTheScreen('the days on which nobody is there');
  await visitor.button(t('desk.settings.save'), hours).click();
  await hours.getByText(t('desk.settings.unsaved')).waitFor({ state: 'detached' });
  const readers = [await another({ javaScriptEnabled: false }), await another({ lang: 'ar', javaScriptEnabled: false })];
  for (const { page } of readers) {
    await page.goto('/contact');
    await page.locator('main').getByText(name).first().waitFor();
  }
  await shop.run('settings', 'set', 'hours.holidays', before);
  const [reader] = readers;
  assert.ok(reader);
  await reader.page.goto('/contact');
  assert.equal(await reader.page.locator('main').getByText(name).count(), 0);
}

async function refusesSettings(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  visitor.expects(422, /\/api\/admin\/settings$/);
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/settings');
  const legal = group(visitor, 'legal');
  const nif = legal.getByLabel(t('desk.settings.key.company.nif'));
  await nif.fill('B12345675');
  await visitor.button(t('desk.settings.save'), legal).click();
  await legal.getByText(t('error.validation_failed.company.nif')).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'nif');
  await visitor.button(t('desk.settings.discard'), legal).click();
  assert.equal(await nif.inputValue(), '');
  const shipping = group(visitor, 'shipping');
  const flat = shipping.getByLabel(t('desk.settings.key.shipping.flat'));
  assert.equal(await flat.inputValue(), '4.95');
  await flat.fill('five');
  await visitor.button(t('desk.settings.save'), shipping).click();
  await shipping.getByText(t('error.validation_failed.shipping.flat')).waitFor();
}

async function grantsAndRevokes(visitor: Visitor, another: Another): Promise<void> {
  const { page, shop, t } = visitor;
  visitor.expects(422, /\/api\/admin\/people$/);
  const helper = await another({ cookies: 'session' });
  const person = await customer(shop);
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/people');
  await visitor.sees(t('desk.people.me'));
  await visitor.button(t('desk.people.grant')).click();
  const address = visitor.dialog.getByLabel(t('field.email'));
  await address.fill('nobody@example.com');
  await visitor.button(t('desk.people.grant_yes'), visitor.dialog).click();
  await visitor.sees(t('error.validation_failed.no_account'));
  await address.fill(person.email);
  await visitor.button(t('desk.people.grant_yes'), visitor.dialog).click();
  await visitor.toast(t('desk.people.granted'));
  const row = page.locator('.desk-person').filter({ hasText: person.email });
  await row.getByText(t('desk.people.no_factor')).waitFor();

  await signIn(helper, person);
  await helper.open('/admin');
  await helper.seesPage(t('desk.factor.title'));

  await visitor.button(t('desk.people.revoke'), row).click();
  await visitor.button(t('desk.people.revoke_yes'), visitor.dialog).click();
  await visitor.toast(t('desk.people.revoked'));
  await row.waitFor({ state: 'detached' });
  await helper.open('/admin');
  await helper.arrivesAt(/^\/login/);
  await signIn(helper, person);
  await helper.open('/admin');
  await helper.seesPage(t('desk.not_yours.title'));
}

async function retriesAMail(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  await signIn(visitor, shop.admin);
  await visitor.open('/admin/mails?state=sent');
  await page.locator('.desk-mail').first().waitFor();
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
  await visitor.open('/admin/mails');
  const row = page.locator('.desk-mail').filter({ hasText: dead.to });
  await row.getByText(t('desk.mails.why.address')).waitFor();
  await row.getByText(t('desk.mails.attempts', { count: 9 })).waitFor();
  await visitor.button(t('desk.mails.retry'), row).click();
  await visitor.toast(t('desk.mail.resent'));
  await row.waitFor({ state: 'detached' });
  assert.deepEqual(asked, ['POST']);
}
