import { langCodes, languages, textsOf } from './support/texts';
import { expect, test } from './support/test';
import type { Visitor } from './support/visitor';

test.describe('the language', () => {
  for (const lang of langCodes) {
    test.describe(() => {
      test.use({ lang });

      test(`is ${lang} for a browser that asks for it`, async ({ visitor }) => {
        await visitor.open('/store');
        await visitor.readsIn(lang);
        await expect(visitor.title(textsOf(lang)('store.title'))).toBeVisible();
      });
    });
  }

  test.describe(() => {
    test.use({ cookies: 'language' });

    test('changes on the spot, keeps the place, and is remembered', async ({ visitor, page, context }) => {
      await visitor.open('/store?page=2');
      await visitor.readsIn('es');
      await page.evaluate(() => scrollTo(0, 500));
      const before = await page.evaluate(() => scrollY);
      expect(before, 'the page can be scrolled').toBeGreaterThan(300);
      await choose(visitor, 'العربية');
      await visitor.readsIn('ar');
      await expect(visitor.title(visitor.t('store.title'))).toBeVisible();
      await expect(page).toHaveURL('/store?page=2');
      const after = await page.evaluate(() => scrollY);
      expect(Math.abs(after - before), `the page stays where it is: ${before} became ${after}`).toBeLessThanOrEqual(40);
      expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('ar');
      await page.reload();
      await visitor.ready();
      await visitor.readsIn('ar');
      const html = await context.request.get('/store');
      expect(await html.text(), 'the next page arrives in it').toMatch(/<html lang="ar" dir="rtl"/);
      await choose(visitor, 'English');
      await visitor.readsIn('en');
      await expect(visitor.title(visitor.t('store.title'))).toBeVisible();
      // Somebody without the cookie, but with the memory.
      await context.clearCookies();
      await visitor.open('/cart');
      await visitor.readsIn('en');
      await expect(visitor.title(visitor.t('cart.empty_title'))).toBeVisible();
    });

    test('comes with a spinner while it is on its way, and leaves what was typed', async ({ visitor, page }) => {
      await visitor.open('/contact');
      await visitor.field(visitor.t('field.name')).fill('Núria Puig');
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/assets/*.js', async (route) => {
        await held;
        await route.continue();
      });
      const spinner = page.locator('.spinner--full');
      await expect(spinner, 'spinners before anything is awaited').toHaveCount(0);
      await choose(visitor, 'Français');
      await expect(spinner).toBeVisible();
      release();
      await visitor.readsIn('fr');
      await expect(visitor.title(visitor.t('contact.title'))).toBeVisible();
      await expect(spinner).toHaveCount(0);
      await expect(visitor.field(visitor.t('field.name'))).toHaveValue('Núria Puig');
      // Spanish is here already.
      await choose(visitor, 'Español');
      await visitor.readsIn('es');
      await expect(visitor.field(visitor.t('field.name'))).toHaveValue('Núria Puig');
    });
  });

  test('can be named in the address without being chosen', async ({ visitor, page }) => {
    await visitor.open('/login?lang=fr');
    await visitor.readsIn('fr');
    await expect(visitor.title(visitor.t('login.title'))).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).not.toBe('ar');
  });

  for (const lang of langCodes) {
    test.describe(() => {
      test.use({ javaScriptEnabled: false });

      test(`of a page without scripts is ${lang} where the address says so`, async ({ page, shop }) => {
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
          await expect(page.locator('h1'), path).toHaveText(heading);
          const html = page.locator('html');
          await expect(html).toHaveAttribute('lang', lang);
          await expect(html).toHaveAttribute('dir', languages[lang].dir);
          expect((await page.title()).length, `${path} has a title`).toBeGreaterThan(5);
          await expect(page.locator('footer'), `${path} is a whole page`).toBeVisible();
        }
      });
    });
  }

  test.describe(() => {
    test.use({ javaScriptEnabled: false, cookies: 'language' });

    test('and the store work without scripts', async ({ visitor, page, t }) => {
      await page.goto('/store');
      const cards = page.locator('.card');
      await expect(cards).toHaveCount(24);
      await visitor.link(t('store.next')).click();
      await expect(page).toHaveURL('/store?page=2');
      await expect(visitor.link(t('store.page', { number: 2 }))).toHaveAttribute('aria-current', 'page');
      await visitor.link(/^Cerrajería/).click();
      await expect(page).toHaveURL('/store?type=Cerrajer%C3%ADa');
      await expect(visitor.link(/^Cerrajería/)).toHaveAttribute('aria-current', 'true');
      await expect(cards.first()).toBeVisible();
      expect(await cards.count(), 'one type is fewer products').toBeLessThan(24);
      // Accents do not matter to a search. It looks through the whole shop, and the types narrow down what it found.
      await page.getByRole('searchbox').fill('cilindró');
      await page.getByRole('searchbox').press('Enter');
      await expect(page).toHaveURL('/store?q=cilindr%C3%B3');
      // A type without one of them is not offered; an address may name it.
      await expect(visitor.link(/^Pintura/)).toHaveCount(0);
      await page.goto('/store?q=cilindró&type=Pintura');
      await expect(visitor.text(t('store.no_match_in', { q: 'cilindró', type: 'Pintura' }))).toBeVisible();
      await visitor.link(t('store.search_all')).click();
      await expect(page).toHaveURL('/store?q=cilindr%C3%B3');
      await expect(visitor.text('Cilindro de seguridad antibumping')).toBeVisible();
      await visitor.link('Cilindro de seguridad antibumping').click();
      await expect(visitor.title('Cilindro de seguridad antibumping')).toBeVisible();
      await page.goto('/store?q=nothing-like-this');
      await expect(visitor.text(t('store.no_match', { q: 'nothing-like-this' }))).toBeVisible();
      await page.locator('summary').first().click();
      await visitor.link('Français').click();
      await expect(visitor.title(textsOf('fr')('store.title'))).toBeVisible();
      await page.goto('/cart');
      await expect(visitor.title(textsOf('fr')('cart.title')), 'the language is remembered').toBeVisible();
    });
  });
});

async function choose(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  await page.locator('summary').filter({ visible: true }).first().click();
  await visitor.link(name).filter({ visible: true }).first().click();
}
