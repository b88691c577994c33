import { statSync } from 'node:fs';
import { asCustomer } from './support/buyer';
import { photo } from './support/photo';
import { at, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

const budget = '/api/functions/send-budget-request';

test.describe('writing to the firm', () => {
  test('the forms know who is signed in, and leave what they typed', async ({ visitor, page, t }) => {
    const { name, email } = await asCustomer(visitor);
    await visitor.open('/contact');
    await expect(visitor.field(t('field.name'))).toHaveValue(name);
    await expect(visitor.field(t('field.email'))).toHaveValue(email);
    await visitor.open('/solicitar-presupuesto');
    await expect(visitor.field(t('field.name'))).toHaveValue(name);
    await expect(visitor.field(t('field.email'))).toHaveValue(email);
    await visitor.field(t('field.email')).fill('work@example.com');
    await page.reload();
    await visitor.ready();
    await expect(visitor.field(t('field.name'))).toHaveValue(name);
    await expect(visitor.field(t('field.email'))).toHaveValue('work@example.com');
  });

  test('a complaint is still there after a reload and a look at the privacy policy, until it is sent', async ({ visitor, page, t }) => {
    await visitor.open('/contact');
    const kind = page.locator('select[name=kind]');
    await kind.selectOption('complaint');
    await visitor.field(t('contact.order')).fill('2026-0007');
    await fillIn(visitor, 'kept@example.com', t('contact.message'));
    await visitor.link(t('footer.privacy'), page.locator('form.inquiry')).click();
    await expect(page).toHaveURL('/privacy-policy');
    await page.goBack();
    for (const look of ['come back', 'reloaded']) {
      await expect(visitor.field(t('contact.message')), look).toHaveValue('Una cocina nueva.');
      await expect(visitor.field(t('contact.order')), look).toHaveValue('2026-0007');
      await expect(kind, look).toHaveValue('complaint');
      await page.reload();
      await visitor.ready();
    }
    await expect(visitor.field(t('contact.message'))).toHaveValue('Una cocina nueva.');
    await visitor.button(t('contact.send')).click();
    await expect(page.locator('.receipt')).toBeFocused();
    await visitor.link(t('inquiry.another')).click();
    await expect(visitor.field(t('contact.message')), 'nothing is left of it').toHaveValue('');
    await page.reload();
    await visitor.ready();
    await expect(visitor.field(t('contact.message'))).toHaveValue('');
  });

  test('a request for a quote loses nothing on its way', async ({ visitor, page, shop, t, watch }) => {
    await visitor.open('/solicitar-presupuesto');
    await visitor.button(t('quote.send')).click();
    await expect(visitor.toast('Campos obligatorios')).toBeVisible();
    await expect(visitor.toast('Por favor, rellena tu nombre, email y mensaje.')).toBeVisible();
    await expect(page.locator(':focus')).toHaveAttribute('name', 'name');

    await fillIn(visitor, 'quote@example.com', t('quote.message'));
    await page.locator('select[name=service]').selectOption({ label: t('services.renovation.title') });
    await visitor.field(t('quote.phone')).fill('call me');
    await visitor.button(t('quote.send')).click();
    await expect(visitor.text(t('form.phone_format'))).toBeVisible();
    await visitor.field(t('quote.phone')).fill('+34 (600) 111-222');
    await page.reload();
    await visitor.ready();
    await expect(page.locator('select[name=service]'), 'what was typed is still there').toHaveValue('renovation');
    await expect(visitor.field(t('field.email'))).toHaveValue('quote@example.com');
    watch.expects(500, /send-budget-request$/);
    await page.route(`**${budget}`, (route) => route.fulfill({ status: 500 }));
    await visitor.button(t('quote.send')).click();
    await expect(visitor.toast(t('quote.failed_title'))).toBeVisible();
    await expect(visitor.toast(t('quote.failed_text'))).toBeVisible();
    await expect(visitor.field(t('quote.message'))).toHaveValue('Una cocina nueva.');

    await page.unroute(`**${budget}`);
    await visitor.button(t('quote.send')).dblclick();
    await expect(visitor.toast(t('quote.sent_title'))).toBeVisible();
    await expect(page).toHaveURL('/');
    const mail = await shop.mails.await('quote@example.com', 'Hemos recibido tu solicitud de presupuesto');
    expect(mail.text).toMatch(/Construcción y reformas/);
    expect(mail.text, 'a first name, and nothing else that was typed freely').not.toMatch(/cocina|Puig/);
    expect((await shop.mails.to('quote@example.com')).length, 'mails after a double click').toBe(1);

    // Long after the toast is gone, and over a reload.
    const receipt = page.locator('.receipt');
    await expect(receipt).toBeFocused();
    const number = (await receipt.locator('.receipt__key').innerText()).trim();
    expect(number, 'as it is dictated').toMatch(/^P-\d{4}-\d{4,}$/);
    expect(mail.subject).toContain(number);
    await expect(receipt, 'what happens next').toContainText(t('quote.step_visit'));
    await expect(receipt.locator('a[href^="tel:"]')).toBeVisible();
    await expect(page).toBeAccessible();
    await page.goBack();
    await expect(visitor.field(t('quote.message'))).toHaveValue('');
    await expect.poll(() => page.evaluate(() => scrollY), 'the top of the emptied form').toBe(0);
    await page.goForward();
    await expect(receipt).toContainText(number);
    await page.reload();
    await visitor.ready();
    await expect(receipt).toContainText(number);
    await visitor.link(t('inquiry.another'), receipt).click();
    await expect(page).toHaveURL('/solicitar-presupuesto#formulario');
    await expect(visitor.field(t('quote.message'))).toHaveValue('');
    await visitor.open('/');
    await expect(receipt, 'of another visit').toHaveCount(0);
    const stored = JSON.parse(await shop.run('list-quotes', '--json')) as { email: string; message: string }[];
    expect(stored.filter(({ email }) => email === 'quote@example.com').map(({ message }) => message)).toEqual([
      'Una cocina nueva.',
    ]);
  });

  test('what is not sold online is asked for, and the request begins with it', async ({ visitor, page, shop, t, watch }) => {
    const { id, title } = await shop.product('aire-acondicionado-split');
    await visitor.open('/store?q=split');
    const card = page.locator('.card').filter({ hasText: title });
    await expect(card.locator('.price'), 'which its price does not hold').toContainText(t('card.plus_fitting'));
    await visitor.link(t('card.ask_fitted_named', { title })).click();
    await expect(page).toHaveURL(`/solicitar-presupuesto?product=${id}`);
    const message = visitor.field(t('quote.message'));
    await expect(message).toHaveValue(t('quote.about', { title }));
    const service = page.locator('select[name=service]');
    await expect(service, 'its type says who does that').toHaveValue('refrigeration');
    await service.selectOption('');
    await page.reload();
    await visitor.ready();
    await expect(message).toHaveValue(t('quote.about', { title }));
    await expect(service, 'but the reader chooses').toHaveValue('');
    await visitor.link(title, page.getByRole('main')).click();
    await expect(page, 'and back to what is meant').toHaveURL(`/product/${id}`);

    await visitor.open(`/product/${id}`);
    await expect(visitor.text(t('stock.with_fitting'))).toBeVisible();
    await expect(visitor.button(t('product.add')), 'no button that does nothing').toHaveCount(0);
    await expect(page.locator('.buy-box a[href^="tel:"]')).toHaveAttribute('href', /^tel:\+34\d+$/);
    await visitor.link(t('product.ask_fitted'), page.locator('.buy-box')).click();
    await expect(page).toHaveURL(`/solicitar-presupuesto?product=${id}`);

    await visitor.open(`/product/${id}`);
    await page.locator('.details summary').first().click();
    await page.locator('.details a[href="/solicitar-presupuesto"]').click();
    await expect(visitor.title(t('quote.title'))).toBeVisible();
    await message.fill('Una cosa');
    watch.expects(404, /\/products\/none/);
    await visitor.open('/solicitar-presupuesto?product=none');
    await expect(message, 'nobody knows what is meant').toHaveValue('');
    await expect(page.locator('.asked-for')).toHaveCount(0);
  });

  test('photos are made small, sent with a request, and kept for nobody but the owner', async ({ visitor, page, shop, t }) => {
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
    await expect(visitor.text(t('quote.photo_unreadable'))).toBeVisible();
    const items = page.locator('.photos__item');
    await expect(items.filter({ hasText: t('quote.photo_sent') }).nth(1)).toBeVisible();
    await expect(items.locator('img'), 'previews').toHaveCount(2);
    // The third could not be read here, and the server would refuse it.
    const headers = await Promise.all(sent);
    expect(headers.map((header) => header['content-type'])).toEqual(['image/jpeg', 'image/jpeg']);
    await visitor.button(t('quote.send')).click();
    const held = page.getByRole('alert').filter({ hasText: t('quote.photos_failed') });
    await expect(held).toBeFocused();
    await expect(visitor.button(t('quote.photos_without'), held), 'a way on').toBeVisible();
    await visitor.button(t('quote.photo_remove', { name: 'page.jpg' })).click();
    await expect(items).toHaveCount(2);
    await expect(held).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveAttribute('name', 'photos');

    await input.setInputFiles(
      Array.from({ length: 5 }, (_, n) => ({ name: `${n}.png`, mimeType: 'image/png', buffer: files[1] ?? Buffer.alloc(0) })),
    );
    await expect(visitor.text(t('quote.photos_full'))).toBeVisible();
    await expect(items).toHaveCount(6);
    await visitor.button(t('quote.send')).click();
    await expect(visitor.toast(t('quote.sent_title'))).toBeVisible();
    const stored = JSON.parse(await shop.run('list-quotes', '--json')) as { email: string; photos: string[] }[];
    const paths = stored.find(({ email }) => email === 'photos@example.com')?.photos ?? [];
    expect(paths.length).toBe(6);
    const sizes = paths.map((file) => statSync(file).size);
    expect(sizes.every((size) => size > 0 && size < 400_000), sizes.join()).toBe(true);
  });

  test('who looks at the product once more finds the photos where they were', async ({ visitor, page, shop, t }) => {
    const { id, title } = await shop.product('aire-acondicionado-split');
    await visitor.open(`/solicitar-presupuesto?product=${id}`);
    await fillIn(visitor, 'looked@example.com', t('quote.message'));
    const buffer = await photo(page, 300);
    const input = page.locator('input[type=file]');
    await input.setInputFiles([{ name: 'wall.png', mimeType: 'image/png', buffer }]);
    const items = page.locator('.photos__item');
    // One may still be on its way then.
    await page.locator('.asked-for').click();
    await expect(page).toHaveURL(`/product/${id}`);
    await page.goBack();
    await expect(visitor.field(t('quote.message'))).toHaveValue('Una cocina nueva.');
    await expect(items.filter({ hasText: 'wall.png' })).toContainText(t('quote.photo_sent'));
    await expect(items.locator('img'), 'its preview').toHaveCount(1);
    await input.setInputFiles([{ name: 'door.png', mimeType: 'image/png', buffer }]);
    await expect(items.filter({ hasText: 'door.png' })).toContainText(t('quote.photo_sent'));
    await page.locator('.asked-for').click();
    await expect(visitor.title(title)).toBeVisible();
    await page.goBack();
    await expect(items).toHaveCount(2);

    await visitor.button(t('quote.send')).click();
    await expect(visitor.toast(t('quote.sent_title'))).toBeVisible();
    const stored = JSON.parse(await shop.run('list-quotes', '--json')) as { email: string; photos: string[] }[];
    expect(stored.filter(({ email }) => email === 'looked@example.com').map(({ photos }) => photos.length)).toEqual([2]);
    await page.goBack();
    await expect(visitor.field(t('quote.message'))).toHaveValue(t('quote.about', { title }));
    await expect(items, 'they are sent').toHaveCount(0);
  });

  test('a request about nothing in particular has neither photos nor service of one about a product', async ({ visitor, page, shop, t }) => {
    const { id } = await shop.product('aire-acondicionado-split');
    await visitor.open(`/solicitar-presupuesto?product=${id}`);
    const service = visitor.field(t('quote.service'));
    await expect(service, 'the one that fits it').not.toHaveValue('');
    const buffer = await photo(page, 300);
    await page.locator('input[type=file]').setInputFiles([{ name: 'wall.png', mimeType: 'image/png', buffer }]);
    const items = page.locator('.photos__item');
    await expect(items).toContainText(t('quote.photo_sent'));
    await visitor.link(t('footer.quote'), page.getByRole('contentinfo')).click();
    await expect(page.locator('.asked-for')).toHaveCount(0);
    await expect(items).toHaveCount(0);
    await expect(service).toHaveValue('');
    await page.goBack();
    await expect(items).toHaveCount(1);
    await expect(service).not.toHaveValue('');
  });

  test('a request is sent without the photo that did not arrive', async ({ visitor, page, shop, t }) => {
    await visitor.open('/solicitar-presupuesto');
    await fillIn(visitor, 'without@example.com', t('quote.message'));
    await page.locator('input[type=file]').setInputFiles([{ name: 'page.jpg', mimeType: 'image/heic', buffer: Buffer.from('<!doctype html>') }]);
    await visitor.button(t('quote.send')).click();
    await visitor.button(t('quote.photos_without')).click();
    await expect(visitor.toast(t('quote.sent_title'))).toBeVisible();
    const stored = JSON.parse(await shop.run('list-quotes', '--json')) as { email: string; photos: string[] }[];
    expect(stored.filter(({ email }) => email === 'without@example.com').map(({ photos }) => photos.length)).toEqual([0]);
    await visitor.open('/solicitar-presupuesto');
    await expect(visitor.field(t('quote.message')), 'nothing is left of it').toHaveValue('');
  });

  test.describe(() => {
    test.use({ viewport: phone });

    test('the form of the contact page is one tap from its top', async ({ visitor, page, t }) => {
      await visitor.open('/contact');
      const way = page.getByRole('link', { name: t('contact.form_title'), exact: true });
      await expect(way).toBeInViewport({ ratio: 1 });
      await way.click();
      await expect(visitor.field(t('field.name'))).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Tab');
      await expect(page.locator('#formulario :focus')).toBeVisible();
    });
  });

  test.describe(() => {
    test.use({ lang: 'en' });

    test('a message from the landing page, until the owner switches the form off', async ({ visitor, page, shop, t }) => {
      await visitor.open('/#contacto');
      await fillIn(visitor, 'not an address', t('contact.message'));
      await visitor.button(t('contact.send')).click();
      await expect(visitor.text(t('form.email_format'))).toBeVisible();
      await visitor.field(t('field.email')).fill('message@example.com');
      await visitor.button(t('contact.send')).click();
      await expect(visitor.toast(t('contact.sent_title'))).toBeVisible();
      const receipt = page.locator('.receipt');
      await expect(receipt).toBeFocused();
      await expect(receipt.locator('a[href^="tel:"]')).toBeVisible();
      // The second half of a double click that came late.
      await visitor.link(t('inquiry.another')).dispatchEvent('click', { detail: 2 });
      await expect(receipt).toBeFocused();
      const mail = await shop.mails.await('message@example.com', 'We have received your message');
      expect(mail.subject).toContain((await receipt.locator('.receipt__key').innerText()).trim());
      await visitor.link(t('inquiry.another')).click();
      await expect(visitor.field(t('contact.message')), 'the form is empty again').toHaveValue('');
      expect(new URL(page.url()).pathname).toBe('/');

      await shop.run('settings', 'set', 'contact.form_enabled', 'false');
      await visitor.open('/contact');
      await fillIn(visitor, 'off@example.com', t('contact.message'));
      await visitor.button(t('contact.send')).click();
      await expect(visitor.toast(t('contact.off_title'))).toBeVisible();
      await expect(visitor.toast(t('error.contact_form_off'))).toBeVisible();
      await shop.run('settings', 'set', 'contact.form_enabled', 'true');
      expect(await shop.mails.to('off@example.com')).toEqual([]);
    });
  });

  test.describe(() => {
    test.use({ lang: 'ar', javaScriptEnabled: false });

    test('a message is sent without scripts, also from the landing page', async ({ visitor, page, shop, t }) => {
      await page.goto('/');
      // The browser's own checks come first.
      await fillIn(visitor, 'not an address', t('contact.message'));
      await visitor.button(t('contact.send')).click();
      expect(new URL(page.url()).pathname).toBe('/');
      await visitor.field(t('field.email')).fill('bare@example.com');
      await visitor.button(t('contact.send')).click();
      await expect(page).toHaveURL('/contact?sent=1#formulario');
      await expect(visitor.text(t('contact.sent_title'))).toBeVisible();
      await expect(page.locator('.receipt a[href^="tel:"]')).toBeVisible();
      await shop.mails.await('bare@example.com', 'استلمنا رسالتك');
      await page.reload();
      expect((await shop.mails.to('bare@example.com')).length, 'mails after a reload').toBe(1);
    });
  });

  test.describe(() => {
    test.use({ viewport: phone, javaScriptEnabled: false });

    test('a request with photos is sent without scripts, and nothing typed is lost on the way', async ({ visitor, page, another, shop, t, watch }) => {
      const camera = await another();
      await camera.open('/contact');
      const buffer = await photo(camera.page, 300);
      watch.expects(422, /^\/solicitar-presupuesto/);
      watch.expects(413, /^\/solicitar-presupuesto/);
      const files = page.locator('input[type=file]');
      await page.goto('/solicitar-presupuesto');
      await fillIn(visitor, 'bare-quote@example.com', t('quote.message'));
      await page.locator('select[name=service]').selectOption({ label: t('services.plumber.title') });
      await visitor.field(t('quote.when')).fill('mañana');
      await files.setInputFiles([
        { name: 'a.png', mimeType: 'image/png', buffer },
        { name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      ]);
      await visitor.button(t('quote.send')).click();
      await expect(visitor.text(t('quote.failed_title'))).toBeVisible();
      await expect(visitor.text(t('error.validation_failed.unreadable'))).toBeVisible();
      await expect(visitor.field(t('quote.message'))).toHaveValue('Una cocina nueva.');
      await expect(visitor.field(t('quote.when'))).toHaveValue('mañana');
      await expect(page.locator('select[name=service]')).toHaveValue('plumber');
      await expect(visitor.text(t('quote.photo_sent'))).toBeVisible();
      await expect(page, 'the form that came back').toFitTheScreen();

      // More than the shop takes at once.
      await files.setInputFiles([{ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(20 << 20) }]);
      await visitor.button(t('quote.send')).click();
      await expect(visitor.text(t('error.payload_too_large'))).toBeVisible();
      await page.goBack();
      await expect(visitor.field(t('quote.message'))).toHaveValue('Una cocina nueva.');
      await files.setInputFiles([]);
      await visitor.button(t('quote.send')).click();
      await expect(page).toHaveURL(at(/^\/solicitar-presupuesto\?sent=1/));
      await expect(visitor.text(t('quote.sent_title'))).toBeVisible();
      const stored = JSON.parse(await shop.run('list-quotes', '--json')) as { email: string; photos: string[] }[];
      expect(stored.filter(({ email }) => email === 'bare-quote@example.com').map(({ photos }) => photos.length)).toEqual([1]);
    });
  });

  test('a form that came back is sent with scripts, and is empty after that', async ({ visitor, page, shop, t, watch }) => {
    watch.expects(422, /^\/contact/);
    await visitor.open('/contact');
    await fillIn(visitor, 'half@example', t('contact.message'));
    // As a browser sends it before the scripts are here.
    await page.locator('form.inquiry').evaluate((form) => HTMLFormElement.prototype.submit.call(form));
    await expect(visitor.text(t('error.validation_failed'))).toBeVisible();
    await visitor.ready();
    await expect(visitor.text(t('form.email_format'))).toBeVisible();
    await expect(visitor.field(t('contact.message'))).toHaveValue('Una cocina nueva.');
    await visitor.field(t('field.email')).fill('half@example.com');
    await visitor.button(t('contact.send')).click();
    await expect(visitor.toast(t('contact.sent_title'))).toBeVisible();
    await visitor.link(t('inquiry.another')).click();
    for (const label of ['field.name', 'field.email', 'contact.message']) {
      await expect(visitor.field(t(label)), label).toHaveValue('');
    }
    await shop.mails.await('half@example.com', 'Hemos recibido tu mensaje');
  });

  for (const path of ['/contact', '/solicitar-presupuesto']) {
    test(`a receipt that ${path} arrives with stays once its scripts are here`, async ({ visitor, page, t }) => {
      await visitor.open(`${path}?sent=1#formulario`);
      const receipt = page.locator('.receipt');
      await expect(receipt.locator('a[href^="tel:"]')).toBeVisible();
      await expect(page).toBeAccessible();
      await visitor.link(t('inquiry.another'), receipt).click();
      await expect(visitor.field(t('field.email'))).toHaveValue('');
      await expect(receipt).toHaveCount(0);
    });
  }
});

async function fillIn(visitor: Visitor, email: string, message: string): Promise<void> {
  await visitor.field(visitor.t('field.name')).fill('Núria Puig');
  await visitor.field(visitor.t('field.email')).fill(email);
  await visitor.field(message).fill('Una cocina nueva.');
}
