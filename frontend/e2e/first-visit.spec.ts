// What a visit begins with: the page is there before its code, and waits for nobody who uses it before that; and what it
// comes back to: the browser's own copy.

import { chromium, type Route } from '@playwright/test';
import { expect, phone, test } from './support/test';

/** Asked for it, the browser waits until told. */
function held() {
  const waiting: (() => void)[] = [];
  let open = false;
  return {
    wait: async (route: Route) => {
      if (!open) await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    },
    letCome: () => {
      open = true;
      for (const go of waiting) go();
    },
  };
}

const code = /\/assets\/app-[^/]+\.js$/;

test.describe('a page whose code is still on its way', () => {
  test.use({ viewport: phone, isMobile: true, hasTouch: true });

  test('keeps what is pressed and does it once', async ({ visitor, page, shop, t }) => {
    const scripts = held();
    await page.route(code, scripts.wait);
    await page.goto(await shop.pathOf('llave-escuadra-cuarto-vuelta'));
    const add = visitor.button(t('product.add'));
    await add.dispatchEvent('click');
    await add.dispatchEvent('click');
    await expect(visitor.cartWith(1)).toBeHidden();
    scripts.letCome();
    await visitor.ready();
    await expect(visitor.toast(t('cart.added'))).toBeVisible();
    await expect(visitor.cartWith(1)).toBeVisible();
  });

  test('sends a form by its code, and not by itself', async ({ visitor, page, t }) => {
    const scripts = held();
    await page.route(code, scripts.wait);
    await page.goto('/login');
    await visitor.field(t('field.email')).fill('ana@example.com');
    await visitor.field(t('field.password')).fill('una clave secreta');
    await page.locator('main form').first().evaluate((form: HTMLFormElement) => form.requestSubmit());
    visitor.watch.expects(400, /^\/api\/auth\/token/);
    scripts.letCome();
    await expect(visitor.text(t('login.failed'))).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  test('knows what was typed into it before', async ({ visitor, page, shop, t }) => {
    const typesEarly = async (path: string, texts: Record<string, string>) => {
      const scripts = held();
      await page.route(code, scripts.wait);
      await page.goto(path, { waitUntil: 'commit' });
      for (const [label, text] of Object.entries(texts)) await visitor.field(label).fill(text);
      scripts.letCome();
      await visitor.ready();
      await page.unroute(code);
    };
    await typesEarly('/register', { [t('field.postcode')]: '07001', [t('field.country')]: 'Francia' });
    await expect(visitor.text(t('form.outside_peninsula'))).toBeVisible();
    await expect(visitor.text(t('form.outside_country'))).toBeVisible();
    await expect(visitor.field(t('field.postcode'))).toHaveValue('07001');
    await expect(visitor.field(t('field.country'))).toHaveValue('Francia');
    await typesEarly(await shop.pathOf('placa-puerta-grabada'), { 'Texto de la placa': 'Puig' });
    await page.getByRole('radio', { name: 'Latón' }).check();
    await visitor.button(t('product.add')).click();
    await expect(visitor.toast(t('cart.added'))).toBeVisible();
  });

  test('fetches its code although a picture never comes', async ({ visitor, page }) => {
    const pictures = held();
    await page.route(/\/(pictures|media)\//, pictures.wait);
    await page.goto('/store', { waitUntil: 'commit' });
    await visitor.ready();
    pictures.letCome();
  });
});

test('every public page comes back as it was left, from the browser itself', async ({ shop }) => {
  // Playwright's own browsers go without that copy, and the one without windows has none.
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ baseURL: shop.url, locale: 'es-ES' });
    const product = await shop.pathOf('llave-escuadra-cuarto-vuelta');
    for (const path of ['/', '/store', product, '/cart', '/contact', '/solicitar-presupuesto', '/terms-and-conditions']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => (document.title = persisted ? 'kept' : 'made anew'));
      });
      await page.goto('/robots.txt');
      // The answer may go with the page that gives it; what became of it is seen at once.
      await page.evaluate(() => history.back()).catch(() => undefined);
      await expect(page, path).toHaveTitle('kept');
    }
  } finally {
    await browser.close();
  }
});
