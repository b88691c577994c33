import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { asCustomer, customer } from './buyer';
import { phone, story, type Visitor, type World } from './visitor';

type Listed = { id: string; content: string; status: string };

export const comments = (world: () => World) =>
  describe('comments on a product', () => {
    story(world, 'are written after signing in, and shown once they are approved', { cookies: 'session' }, written);
    story(world, 'are read by everybody, in Arabic and on a phone', { lang: 'ar', viewport: phone }, read);
    story(world, 'ask nobody to sign in who has', { cookies: 'session' }, signedIn);
    story(world, 'come a part at a time', { cookies: 'session', lang: 'en' }, inParts);
    story(world, 'are there without scripts', { javaScriptEnabled: false }, withoutScripts);
  });

/** Opens a product and wakes its comments. */
async function open(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  await visitor.aliveBelow(visitor.page, 'comments-title');
}

async function approve(visitor: Visitor, contents: string[]): Promise<void> {
  const listed = JSON.parse(await visitor.shop.run('list-comments', '--status', 'pending', '--json')) as Listed[];
  const ids = listed.filter(({ content }) => contents.includes(content)).map(({ id }) => id.slice(0, 12));
  assert.equal(ids.length, contents.length);
  await visitor.shop.run('approve-comment', ...ids);
}

async function written(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const path = await shop.pathOf('llave-ajustable');
  const { email, password, name } = await customer(shop);
  await open(visitor, path);
  await visitor.sees(t('comments.none'));
  await visitor.sees('Debes iniciar sesión para comentar');
  await visitor.link(t('nav.login'), page.locator('.comments')).click();
  await visitor.arrivesAt(`/login?next=${encodeURIComponent(path)}`);
  await visitor.field(t('field.email')).fill(email);
  await visitor.field(t('field.password')).fill(password);
  await visitor.button(t('login.submit')).click();
  await visitor.arrivesAt(path);

  const [field, send] = [visitor.field(t('comments.yours')), visitor.button(t('comments.send'))];
  assert.ok(await send.isDisabled());
  await field.fill('  \n ');
  assert.ok(await send.isDisabled(), 'blanks say nothing');
  await field.fill('  Abre bien.\nNo resbala.  ');
  visitor.expects(500, /\/api\/comments$/);
  await page.route('**/api/comments', (route) => route.fulfill({ status: 500 }));
  await send.click();
  await visitor.toast('No se pudo enviar tu comentario');
  assert.match(await field.inputValue(), /Abre bien/, 'nothing is lost');
  await page.unroute('**/api/comments');
  await send.dblclick();
  await visitor.toast('¡Gracias por tu comentario!');
  await visitor.toast('Tu opinión ha sido enviada y está pendiente de revisión.');
  await visitor.sees(t('comments.pending'));
  assert.equal(await field.inputValue(), '');
  assert.ok(await send.isDisabled());

  await page.reload();
  await visitor.ready();
  await visitor.sees(t('comments.none'));
  await approve(visitor, ['Abre bien.\nNo resbala.']);
  await page.reload();
  await visitor.ready();
  await visitor.aliveBelow(page, 'comments-title');
  const shown = page.locator('.comment');
  await shown.filter({ hasText: name }).filter({ hasText: /hace \d+ (segundo|minuto)s?/ }).waitFor();
  assert.equal(await shown.locator('.comment__text').innerText(), 'Abre bien.\nNo resbala.');
}

/** The page is the same for everybody, so what it says before it is alive must be true of everybody. */
async function signedIn(visitor: Visitor): Promise<void> {
  const { context, page, shop, t } = visitor;
  await asCustomer(visitor);
  const path = await shop.pathOf('llave-ajustable');
  const html = await (await context.request.get(path)).text();
  assert.ok(html.includes(t('comments.who')) && !html.includes(t('comments.sign_in')));
  await page.goto(path);
  await visitor.sees(t('comments.who'));
  await visitor.aliveBelow(page, 'comments-title');
  await visitor.field(t('comments.yours')).waitFor();
}

async function read(visitor: Visitor): Promise<void> {
  const { page, shop, t } = visitor;
  const path = await shop.pathOf('cilindro-seguridad-leva');
  await open(visitor, path);
  await visitor.sees(t('comments.title'));
  await visitor.fitsTheScreen('a product with comments');
  const newest = page.locator('.comment').first();
  await newest.filter({ hasText: 'Luc Moreau' }).waitFor();
  const text = newest.locator('.comment__text');
  assert.equal(await text.evaluate((element) => getComputedStyle(element).direction), 'ltr', 'French reads as it does');
  assert.match(await newest.locator('time').innerText(), /\p{Script=Arabic}/u);
  assert.equal(await page.getByText('security escutcheon').count(), 0, 'what waits');
}

async function inParts(visitor: Visitor): Promise<void> {
  const { page, shop, t, context } = visitor;
  const { id } = await shop.product('detector-humo-diez-anos');
  const texts: string[] = [];
  for (const person of [1, 2]) {
    await asCustomer(visitor);
    for (const n of [1, 2, 3]) {
      const content = `Comment ${n} of person ${person}`;
      const answer = await context.request.post('/api/comments', { headers: { Origin: shop.url }, data: { item_id: id, content } });
      assert.equal(answer.status(), 201, await answer.text());
      texts.unshift(content);
    }
  }
  await approve(visitor, texts);
  await open(visitor, `/product/${id}`);
  const shown = page.locator('.comment__text');
  assert.deepEqual(await shown.allInnerTexts(), texts.slice(0, 5));
  await visitor.button(t('comments.more')).click();
  await visitor.sees(texts[5] ?? '');
  assert.deepEqual(await shown.allInnerTexts(), texts);
  assert.equal(await visitor.button(t('comments.more')).count(), 0);
}

async function withoutScripts({ page, shop, t }: Visitor): Promise<void> {
  await page.goto(await shop.pathOf('cilindro-seguridad-leva'));
  await page.locator('.comment').filter({ hasText: 'Jordi Vila' }).locator('time').waitFor();
  await page.locator('.comments').getByText(t('comments.who')).waitFor();
}
