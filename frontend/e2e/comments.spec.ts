import { asCustomer, customer } from './support/buyer';
import { expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

type Listed = { id: string; content: string; status: string };

test.describe('comments on a product', () => {
  test.describe(() => {
    test.use({ cookies: 'session' });

    test('are written after signing in, and shown once they are approved', async ({ visitor, page, shop, t, watch }) => {
      const path = await shop.pathOf('llave-ajustable');
      const { email, password, name } = await customer(shop);
      await open(visitor, path);
      await expect(visitor.text(t('comments.none'))).toBeVisible();
      await expect(visitor.text('Debes iniciar sesión para comentar')).toBeVisible();
      await visitor.link(t('nav.login'), page.locator('.comments')).click();
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
      await visitor.field(t('field.email')).fill(email);
      await visitor.field(t('field.password')).fill(password);
      await visitor.button(t('login.submit')).click();
      await expect(page).toHaveURL(path);

      const [field, send] = [visitor.field(t('comments.yours')), visitor.button(t('comments.send'))];
      await expect(send).toBeDisabled();
      await field.fill('  \n ');
      await expect(send, 'blanks say nothing').toBeDisabled();
      await field.fill('  Abre bien.\nNo resbala.  ');
      watch.expects(500, /\/api\/comments$/);
      await page.route('**/api/comments', (route) => route.fulfill({ status: 500 }));
      await send.click();
      await expect(visitor.toast('No se pudo enviar tu comentario')).toBeVisible();
      expect(await field.inputValue(), 'nothing is lost').toMatch(/Abre bien/);
      await page.unroute('**/api/comments');
      await send.dblclick();
      await expect(visitor.toast('¡Gracias por tu comentario!')).toBeVisible();
      await expect(visitor.toast('Tu opinión ha sido enviada y está pendiente de revisión.')).toBeVisible();
      await expect(visitor.text(t('comments.pending'))).toBeVisible();
      await expect(field).toHaveValue('');
      await expect(send).toBeDisabled();

      await page.reload();
      await visitor.ready();
      await expect(visitor.text(t('comments.none'))).toBeVisible();
      await approve(visitor, ['Abre bien.\nNo resbala.']);
      await page.reload();
      await visitor.ready();
      await visitor.aliveBelow(page, 'comments-title');
      const shown = page.locator('.comment');
      await expect(shown.filter({ hasText: name }).filter({ hasText: /hace \d+ (segundo|minuto)s?/ })).toBeVisible();
      expect(await shown.locator('.comment__text').innerText()).toBe('Abre bien.\nNo resbala.');
    });

    // The page is the same for everybody, so what it says before it is alive must be true of everybody.
    test('ask nobody to sign in who has', async ({ customer, page, context, shop, t }) => {
      const path = await shop.pathOf('llave-ajustable');
      const html = await (await context.request.get(path)).text();
      expect(html).toContain(t('comments.who'));
      expect(html).not.toContain(t('comments.sign_in'));
      await page.goto(path);
      await expect(customer.text(t('comments.who'))).toBeVisible();
      await customer.aliveBelow(page, 'comments-title');
      await expect(customer.field(t('comments.yours'))).toBeVisible();
    });
  });

  test.describe(() => {
    test.use({ lang: 'ar', viewport: phone });

    test('are read by everybody, in Arabic and on a phone', async ({ visitor, page, shop, t }) => {
      const path = await shop.pathOf('cilindro-seguridad-leva');
      await open(visitor, path);
      await expect(visitor.text(t('comments.title'))).toBeVisible();
      await expect(page, 'a product with comments').toFitTheScreen();
      const newest = page.locator('.comment').first();
      await expect(newest.filter({ hasText: 'Luc Moreau' })).toBeVisible();
      const text = newest.locator('.comment__text');
      expect(await text.evaluate((element) => getComputedStyle(element).direction), 'French reads as it does').toBe('ltr');
      expect(await newest.locator('time').innerText()).toMatch(/\p{Script=Arabic}/u);
      await expect(page.getByText('security escutcheon'), 'what waits').toHaveCount(0);
    });
  });

  test.describe(() => {
    test.use({ lang: 'en' });

    test('come a part at a time', async ({ visitor, page, context, shop, t }) => {
      const { id } = await shop.product('detector-humo-diez-anos');
      const texts: string[] = [];
      for (const person of [1, 2]) {
        await asCustomer(visitor);
        for (const n of [1, 2, 3]) {
          const content = `Comment ${n} of person ${person}`;
          const answer = await context.request.post('/api/comments', { headers: { Origin: shop.url }, data: { item_id: id, content } });
          expect(answer.status(), await answer.text()).toBe(201);
          texts.unshift(content);
        }
      }
      await approve(visitor, texts);
      await open(visitor, `/product/${id}`);
      const shown = page.locator('.comment__text');
      await expect(shown).toHaveText(texts.slice(0, 5));
      await visitor.button(t('comments.more')).click();
      await expect(visitor.text(texts[5] ?? '')).toBeVisible();
      await expect(shown).toHaveText(texts);
      await expect(visitor.button(t('comments.more'))).toHaveCount(0);
    });
  });

  test.describe(() => {
    test.use({ viewport: phone });

    test('are answered by the firm for everybody to read', async ({ admin, another, page, shop, t }) => {
      const path = await shop.pathOf('llave-ajustable');
      const content = 'Se afloja con el frío.';
      const writer = await another({ cookies: 'session' });
      await asCustomer(writer);
      await open(writer, path);
      await writer.field(t('comments.yours')).fill(content);
      await writer.button(t('comments.send')).click();
      await expect(writer.text(t('comments.pending'))).toBeVisible();
      // Published and answered in one act, and the answer mended among what is published.
      await admin.open('/admin/comments');
      const card = page.locator('.desk-comment').filter({ hasText: content });
      await admin.button(t('desk.comments.reply_first'), card).click();
      await admin.dialog.getByLabel(t('desk.comments.reply_label')).fill('La miramos.');
      await admin.button(t('desk.comments.reply_first'), admin.dialog).click();
      await expect(admin.toast(t('desk.comments.reply_first_done'))).toBeVisible();
      await expect(card).toHaveCount(0);
      await admin.open('/admin/comments?status=approved');
      await admin.button(t('desk.comments.reply_edit'), card).click();
      await admin.dialog.getByLabel(t('desk.comments.reply_label')).fill('Te la cambiamos.');
      await admin.button(t('desk.comments.reply_send'), admin.dialog).click();
      await expect(admin.toast(t('desk.comments.reply_done'))).toBeVisible();
      const reader = await another({ javaScriptEnabled: false });
      await reader.page.goto(path);
      const comment = reader.page.locator('.comment').filter({ hasText: content });
      await expect(comment.locator('.comment__reply')).toContainText('Te la cambiamos.');
      await expect(comment.getByText(t('comments.verified')), 'who did not buy it').toHaveCount(0);
      await reader.text(t('comments.how_short')).click();
      await expect(reader.text(t('comments.how'))).toBeVisible();
    });
  });

  test.describe(() => {
    test.use({ javaScriptEnabled: false });

    test('are there without scripts', async ({ page, shop, t }) => {
      await page.goto(await shop.pathOf('cilindro-seguridad-leva'));
      await expect(page.locator('.comment').filter({ hasText: 'Jordi Vila' }).locator('time')).toBeVisible();
      await expect(page.locator('.comments').getByText(t('comments.who'))).toBeVisible();
    });
  });
});

/** Opens a product and wakes its comments. */
async function open(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  await visitor.aliveBelow(visitor.page, 'comments-title');
}

async function approve(visitor: Visitor, contents: string[]): Promise<void> {
  const listed = JSON.parse(await visitor.shop.run('list-comments', '--status', 'pending', '--json')) as Listed[];
  const ids = listed.filter(({ content }) => contents.includes(content)).map(({ id }) => id.slice(0, 12));
  expect(ids.length).toBe(contents.length);
  await visitor.shop.run('approve-comment', ...ids);
}
