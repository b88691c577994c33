// How the main screens look: each is compared with its reference picture in appearance/. Photographs are left out, so that
// the pictures stay small and true whatever the firm shows; so is what depends on the day. What may differ stands in
// playwright.config.ts. After a change of the look that was meant:
//
//     npm run test:browser -- appearance --update-snapshots

import type { Page } from '@playwright/test';
import type { Dispatch } from '../src/api/types';
import { addToCart, asCustomer, buyNow } from './support/buyer';
import { desktop, expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

const wide = { ...desktop, width: 1440 };

// In a shop in which no other test has been.
test.use({ shopOptions: ['--limits', 'relaxed'], reducedMotion: 'reduce', serviceWorkers: 'block', bypassCSP: true });

/** The days on which an order leaves and arrives, which are others every day. */
const dispatch: Dispatch = { today: '2026-11-24', leaves: '2026-11-24', carrier: 'correos', arrives_from: '2026-11-26', arrives_until: '2026-11-30' };

const onOneDay = (page: Page) => page.route('**/api/site/dispatch*', (route) => route.fulfill({ json: dispatch }));

/** Compares what the window shows once everything in it has come. */
async function looksLike(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await expect(page).toHaveScreenshot(`${name}.png`);
}

type Screen = {
  name: string;
  lang: 'es' | 'ar';
  colorScheme: 'light' | 'dark';
  viewport: typeof phone;
  open: (visitor: Visitor) => Promise<void>;
};

const inCart = async (visitor: Visitor) => addToCart(visitor, await visitor.shop.pathOf('kit-rodillo-antigota'), 2);

const product = async (visitor: Visitor) => {
  await visitor.open(await visitor.shop.pathOf('taladro-atornillador-18v'));
};

const screens: Screen[] = [
  { name: 'home', lang: 'es', colorScheme: 'light', viewport: wide, open: async (visitor) => void (await visitor.open('/')) },
  { name: 'home-phone', lang: 'ar', colorScheme: 'dark', viewport: phone, open: async (visitor) => void (await visitor.open('/')) },
  { name: 'store-phone', lang: 'es', colorScheme: 'light', viewport: phone, open: async (visitor) => void (await visitor.open('/store')) },
  { name: 'product', lang: 'ar', colorScheme: 'light', viewport: wide, open: product },
  { name: 'product-phone', lang: 'es', colorScheme: 'dark', viewport: phone, open: product },
  {
    name: 'cart',
    lang: 'es',
    colorScheme: 'dark',
    viewport: wide,
    open: async (visitor) => {
      await inCart(visitor);
      await visitor.open('/cart');
      await expect(visitor.page.getByRole('spinbutton')).toBeVisible();
    },
  },
  {
    name: 'checkout-phone',
    lang: 'ar',
    colorScheme: 'light',
    viewport: phone,
    open: async (visitor) => {
      await asCustomer(visitor, 'ar');
      await inCart(visitor);
      await visitor.open('/checkout');
      await expect(visitor.button(buyNow(visitor.t))).toBeVisible();
    },
  },
  { name: 'quote', lang: 'ar', colorScheme: 'dark', viewport: wide, open: async (visitor) => void (await visitor.open('/solicitar-presupuesto')) },
  {
    name: 'emergency-phone',
    lang: 'es',
    colorScheme: 'dark',
    viewport: phone,
    open: async (visitor) => {
      await visitor.open('/?service=urgencias');
      await visitor.aliveBelow();
      const choices = visitor.page.locator('#urgencias');
      await choices.locator('label').first().click();
      await choices.evaluate((element) => window.scrollTo({ top: element.getBoundingClientRect().top + scrollY - 80, behavior: 'instant' }));
    },
  },
];

test.describe('looks as it did:', () => {
  for (const { name, open, ...used } of screens) {
    test.describe(() => {
      test.use(used);

      test(name, async ({ visitor, page }) => {
        await onOneDay(page);
        await open(visitor);
        await looksLike(page, name);
      });
    });
  }

  test.describe(() => {
    test.use({ viewport: wide });

    test('desk', async ({ admin, page, shop, t }) => {
      // What one file brought changed at one moment: in any order.
      await shop.sql('UPDATE products SET updated_at = -rowid');
      await admin.open('/admin/products');
      await expect(admin.title(t('desk.place.products'))).toBeVisible();
      await looksLike(page, 'desk');
    });
  });
});
