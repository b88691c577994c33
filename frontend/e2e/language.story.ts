import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { langCodes, languages, textsOf } from './texts';
import { story, type Visitor, type World } from './visitor';

export const language = (world: () => World) =>
  describe('the language', () => {
    for (const lang of langCodes) {
      story(world, `is ${lang} for a browser that asks for it`, { lang }, async (visitor) => {
        await visitor.open('/store');
        await visitor.readsIn(lang);
        await visitor.seesPage(textsOf(lang)('store.title'));
      });
    }
    story(world, 'changes on the spot, keeps the place, and is remembered', { cookies: 'language' }, changes);
    story(world, 'comes with a spinner while it is on its way, and leaves what was typed', { cookies: 'language' }, waits);
    story(world, 'can be named in the address without being chosen', {}, named);
    for (const lang of langCodes) {
      story(world, `of a page without scripts is ${lang} where the address says so`, { javaScriptEnabled: false }, (visitor) =>
        withoutScripts(visitor, lang),
      );
    }
    story(world, 'and the store work without scripts', { javaScriptEnabled: false }, storeWithoutScripts);
  });

async function choose(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  await page.locator('summary').filter({ visible: true }).first().click();
  await visitor.link(name).filter({ visible: true }).first().click();
}

async function changes(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/store?page=2');
  await visitor.readsIn('es');
  await page.evaluate(() => scrollTo(0, 500));
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 300, 'the page can be scrolled');
  await choose(visitor, 'العربية');
  await visitor.readsIn('ar');
  await visitor.seesPage(visitor.t('store.title'));
  await visitor.arrivesAt('/store?page=2');
  const after = await page.evaluate(() => scrollY);
  assert.ok(Math.abs(after - before) <= 40, `the page stays where it is: ${before} became ${after}`);
  assert.equal(await page.evaluate(() => localStorage.getItem('i18nextLng')), 'ar');
  await page.reload();
  await visitor.ready();
  await visitor.readsIn('ar');
  const html = await visitor.context.request.get('/store');
  assert.match(await html.text(), /<html lang="ar" dir="rtl"/, 'the next page arrives in it');
  await choose(visitor, 'English');
  await visitor.readsIn('en');
  await visitor.seesPage(visitor.t('store.title'));
  // Somebody without the cookie, but with the memory.
  await visitor.context.clearCookies();
  await visitor.open('/cart');
  await visitor.readsIn('en');
  await visitor.seesPage(visitor.t('cart.empty_title'));
}

async function waits(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/contact');
  await visitor.field(visitor.t('field.name')).fill('Núria Puig');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  const spinner = page.locator('.spinner--full');
  assert.equal(await spinner.count(), 0, 'spinners before anything is awaited');
  await choose(visitor, 'Français');
  await spinner.waitFor();
  release();
  await visitor.readsIn('fr');
  await visitor.seesPage(visitor.t('contact.title'));
  await spinner.waitFor({ state: 'detached' });
  assert.equal(await visitor.field(visitor.t('field.name')).inputValue(), 'Núria Puig');
  // Spanish is here already.
  await choose(visitor, 'Español');
  await visitor.readsIn('es');
  assert.equal(await visitor.field(visitor.t('field.name')).inputValue(), 'Núria Puig');
}

async function named(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/login?lang=fr');
  await visitor.readsIn('fr');
  await visitor.seesPage(visitor.t('login.title'));
  assert.notEqual(await page.evaluate(() => localStorage.getItem('i18nextLng')), 'ar');
}

async function withoutScripts(visitor: Visitor, lang: (typeof langCodes)[number]): Promise<void> {
  const { page, shop } = visitor;
  const t = textsOf(lang);
  const { id, title } = await shop.product('nivel-laser-autonivelante', lang);
  const headings = {
    '/': t('hero.title'),
    '/store': t('store.title'),
    [`/product/${id}`]: title,
    '/cart': t('cart.title'),
    '/login': t('login.title'),
    '/register': t('register.title'),
  };
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(`${path}?lang=${lang}`);
    assert.equal(await page.locator('h1').textContent(), heading, path);
    const html = page.locator('html');
    assert.equal(await html.getAttribute('lang'), lang);
    assert.equal(await html.getAttribute('dir'), languages[lang].dir);
    assert.ok((await page.title()).length > 5, `${path} has a title`);
    assert.ok(await page.locator('footer').isVisible(), `${path} is a whole page`);
  }
}

async function storeWithoutScripts(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await page.goto('/store');
  const all = await page.locator('.card').count();
  assert.equal(all, 24);
  await visitor.link(t('store.next')).click();
  await visitor.arrivesAt('/store?page=2');
  assert.equal(await visitor.link(t('store.page', { number: 2 })).getAttribute('aria-current'), 'page');
  await visitor.link('Cerrajería').click();
  await visitor.arrivesAt('/store?type=Cerrajer%C3%ADa');
  assert.equal(await visitor.link('Cerrajería').getAttribute('aria-current'), 'true');
  const some = await page.locator('.card').count();
  assert.ok(some > 0 && some < all, 'one type is fewer products');
  // Accents do not matter to a search. It looks through the whole shop, and the types narrow down what it found.
  await page.getByRole('searchbox').fill('cilindró');
  await page.getByRole('searchbox').press('Enter');
  await visitor.arrivesAt('/store?q=cilindr%C3%B3');
  await visitor.link('Pintura').click();
  await visitor.sees(t('store.no_match_in', { q: 'cilindró', type: 'Pintura' }));
  await visitor.link(t('store.search_all')).click();
  await visitor.arrivesAt('/store?q=cilindr%C3%B3');
  await visitor.sees('Cilindro de seguridad antibumping');
  await visitor.link('Cilindro de seguridad antibumping').click();
  await visitor.seesPage('Cilindro de seguridad antibumping');
  await page.goto('/store?q=nothing-like-this');
  await visitor.sees(t('store.no_match', { q: 'nothing-like-this' }));
  await page.locator('summary').first().click();
  await visitor.link('Français').click();
  await visitor.seesPage(textsOf('fr')('store.title'));
}
