import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { describe } from 'node:test';
import { photo } from './photo';
import { story, type Visitor, type World } from './visitor';

const budget = '/api/functions/send-budget-request';

export const inquiries = (world: () => World) =>
  describe('writing to the firm', () => {
    story(world, 'a request for a quote loses nothing on its way', {}, async (visitor) => {
      const { page, shop, t } = visitor;
      await visitor.open('/solicitar-presupuesto');
      await visitor.button(t('quote.send')).click();
      await visitor.toast('Campos obligatorios');
      await visitor.toast('Por favor, rellena tu nombre, email y mensaje.');
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name');

      await fillIn(visitor, 'quote@example.com', t('quote.message'));
      await page.locator('select[name=service]').selectOption({ label: t('services.renovation.title') });
      await visitor.field(t('quote.phone')).fill('call me');
      await visitor.button(t('quote.send')).click();
      await visitor.sees(t('form.invalid'));
      await visitor.field(t('quote.phone')).fill('+34 (600) 111-222');
      visitor.expects(500, /send-budget-request$/);
      await page.route(`**${budget}`, (route) => route.fulfill({ status: 500 }));
      await visitor.button(t('quote.send')).click();
      await visitor.toast(t('quote.failed_title'));
      await visitor.toast(t('quote.failed_text'));
      assert.equal(await visitor.field(t('quote.message')).inputValue(), 'Una cocina nueva.');

      await page.unroute(`**${budget}`);
      await visitor.button(t('quote.send')).dblclick();
      await visitor.toast(t('quote.sent_title'));
      await visitor.arrivesAt('/');
      const mail = await shop.mails.await('quote@example.com', 'Hemos recibido tu solicitud de presupuesto');
      assert.match(mail.text, /Construcción y reformas/);
      assert.doesNotMatch(mail.text, /cocina|Núria/, 'what was typed freely');
      assert.equal((await shop.mails.to('quote@example.com')).length, 1, 'mails after a double click');
      const stored = JSON.parse(await shop.run('list-quotes', '--json')) as { email: string; message: string }[];
      assert.deepEqual(stored.filter(({ email }) => email === 'quote@example.com').map(({ message }) => message), [
        'Una cocina nueva.',
      ]);
    });

    story(world, 'photos are made small, sent with a request, and kept for nobody but the owner', {}, async (visitor) => {
      const { page, shop, t } = visitor;
      await visitor.open('/solicitar-presupuesto');
      await fillIn(visitor, 'photos@example.com', t('quote.message'));
      const files = await Promise.all([4000, 300].map((width) => photo(page, width)));
      const sent: Promise<Record<string, string>>[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/quote-photos')) sent.push(request.allHeaders());
      });
      const input = page.locator('input[type=file]');
      await input.setInputFiles([
        { name: 'large.png', mimeType: 'image/png', buffer: files[0] ?? Buffer.alloc(0) },
        { name: 'small.png', mimeType: 'image/png', buffer: files[1] ?? Buffer.alloc(0) },
        { name: 'page.jpg', mimeType: 'image/heic', buffer: Buffer.from('<!doctype html>') },
      ]);
      await visitor.sees(t('quote.photo_unreadable'));
      const items = page.locator('.photos__item');
      await items.filter({ hasText: t('quote.photo_sent') }).nth(1).waitFor();
      assert.equal(await items.locator('img').count(), 2, 'previews');
      // The third could not be read here, and the server would refuse it.
      const headers = await Promise.all(sent);
      assert.deepEqual(headers.map((header) => header['content-type']), ['image/jpeg', 'image/jpeg']);
      await visitor.button(t('quote.send')).click();
      await visitor.toast(t('quote.photos_failed'));
      await visitor.button(t('quote.photo_remove', { name: 'page.jpg' })).click();
      assert.equal(await items.count(), 2);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'photos');

      await input.setInputFiles(
        Array.from({ length: 5 }, (_, n) => ({ name: `${n}.png`, mimeType: 'image/png', buffer: files[1] ?? Buffer.alloc(0) })),
      );
      await visitor.sees(t('quote.photos_full'));
      assert.equal(await items.count(), 6);
      await visitor.button(t('quote.send')).click();
      await visitor.toast(t('quote.sent_title'));
      const stored = JSON.parse(await shop.run('list-quotes', '--json')) as { email: string; photos: string[] }[];
      const paths = stored.find(({ email }) => email === 'photos@example.com')?.photos ?? [];
      assert.equal(paths.length, 6);
      const sizes = paths.map((file) => statSync(file).size);
      assert.ok(sizes.every((size) => size > 0 && size < 400_000), sizes.join());
    });

    story(world, 'a message from the landing page, until the owner switches the form off', { lang: 'en' }, async (visitor) => {
      const { page, shop, t } = visitor;
      await visitor.open('/#contacto');
      await fillIn(visitor, 'not an address', t('contact.message'));
      await visitor.button(t('contact.send')).click();
      await visitor.sees(t('form.email_format'));
      await visitor.field(t('field.email')).fill('message@example.com');
      await visitor.button(t('contact.send')).click();
      await visitor.toast(t('contact.sent_title'));
      assert.equal(await visitor.field(t('contact.message')).inputValue(), '', 'the form is empty again');
      assert.equal(new URL(page.url()).pathname, '/');
      await shop.mails.await('message@example.com', 'We have received your message');

      await shop.run('settings', 'set', 'contact.form_enabled', 'false');
      await visitor.open('/contact');
      await fillIn(visitor, 'off@example.com', t('contact.message'));
      await visitor.button(t('contact.send')).click();
      await visitor.toast(t('contact.off_title'));
      await visitor.toast(t('error.contact_form_off'));
      await shop.run('settings', 'set', 'contact.form_enabled', 'true');
      assert.deepEqual(await shop.mails.to('off@example.com'), []);
    });

    story(world, 'both pages say how to write without scripts', { javaScriptEnabled: false }, async (visitor) => {
      const { page } = visitor;
      for (const path of ['/contact', '/solicitar-presupuesto']) {
        await page.goto(path);
        await page.locator('noscript a[href^="tel:"]').waitFor();
        await page.locator('noscript a[href^="mailto:"]').waitFor();
        assert.equal(await page.locator('main form').isVisible(), false, 'a form that could not be sent');
      }
    });
  });

async function fillIn(visitor: Visitor, email: string, message: string): Promise<void> {
  await visitor.field(visitor.t('field.name')).fill('Núria Puig');
  await visitor.field(visitor.t('field.email')).fill(email);
  await visitor.field(message).fill('Una cocina nueva.');
}
