// Nothing moves while a page arrives: not when the font comes, not when it becomes known what an order can be paid with or
// when it would arrive, not when a part of an account or of the desk comes last.

import type { Page, Request } from '@playwright/test';
import { addToCart, asCustomer, buys, order } from './support/buyer';
import { expect, phone, test } from './support/test';
import type { Visitor } from './support/visitor';

// A shop of its own: of what other tests sell, a line may break otherwise until the typeface has come.
test.use({ shopOptions: ['--limits', 'relaxed'] });

type Moved = { by: number; at: number; what: string[] };

declare global {
  interface Window {
    moved: Moved[];
  }
}

/** Remembers every shift of the layout that nobody asked for, with what moved, from where to where and when. */
const remember = (page: Page) =>
  page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type Shift = PerformanceEntry & { value: number; sources: Source[] };
    const place = ({ x, y, width, height }: DOMRect) => `${width}×${height} at ${x},${y}`;
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const { value, sources, startTime } of list.getEntries() as Shift[]) {
        const what = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${place(previousRect)}, then ${place(currentRect)}`,
        );
        window.moved.push({ by: value, at: startTime, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What comes after a page for everybody, and is held back until the page is there. */
const late = /\.woff2$|\/api\/site\/dispatch|\/api\/payment-means/;

/** Waits until all that a page asks for has come, but what is held. */
async function restCame(page: Page, open: Set<Request>, held: string[]): Promise<void> {
  const waits = async () => {
    await drawn(page);
    return [...open].map((request) => request.url()).filter((address) => !held.includes(address));
  };
  await expect.poll(waits, 'what is not held').toEqual([]);
}

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** A path, what is seen of it before the rest comes, what comes last, and what is there only then. */
type Place = [path: string, seen: string, last: string, then?: string];

/** Opens a page, waits until it shows what it can, then lets the rest come; answers what moved. */
async function moved(visitor: Visitor, [path, seen, last, then]: Place, alsoLate: RegExp): Promise<Moved[]> {
  const { page } = visitor;
  const held: string[] = [];
  const open = new Set<Request>();
  const begun = (request: Request) => void open.add(request);
  const ended = (request: Request) => void open.delete(request);
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  let letCome: () => void = () => undefined;
  const there = new Promise<void>((resolve) => (letCome = resolve));
  const isLate = ({ href }: URL) => alsoLate.test(href) || href.includes(last);
  await page.route(isLate, async (route) => {
    held.push(route.request().url());
    await there;
    await route.continue();
  });
  // A page has loaded once its font has: here it has not.
  await page.goto(path, { waitUntil: 'commit' });
  await visitor.ready();
  await expect(page.locator(seen).first()).toBeVisible();
  await expect.poll(() => held.filter((address) => address.includes(last)), `${path}: what comes last`).not.toEqual([]);
  await restCame(page, open, held);
  if (then !== undefined) await expect(page.locator(then), `${path} before ${last}`).toHaveCount(0);
  letCome();
  if (then !== undefined) await expect(page.locator(then).first(), `${path} with ${last}`).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await drawn(page);
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
  const shifts = await page.evaluate(() => window.moved);
  await page.unroute(isLate);
  return shifts;
}

async function nothingMoves(visitor: Visitor, places: Place[], alsoLate = /^$/): Promise<void> {
  for (const place of places) {
    const shifts = await moved(visitor, place, alsoLate);
    const sum = shifts.reduce((all, { by }) => all + by, 0);
    // As exactly as browsers' tools tell it: three digits.
    expect.soft(Math.round(sum * 1000), `${place[0]}: ${JSON.stringify(shifts)}`).toBe(0);
  }
}

for (const viewport of [phone, { width: 412, height: 823 }, { width: 1440, height: 900 }]) {
  test.describe(() => {
    test.use({ viewport, serviceWorkers: 'block' });

    test(`nothing moves while a page arrives that is ${viewport.width} wide`, async ({ visitor, page, shop }) => {
      const product = await shop.pathOf('taladro-atornillador-18v');
      await asCustomer(visitor);
      await addToCart(visitor, product);
      await order(visitor);
      await page.goto('/account?tab=orders');
      const unpaid = await page.locator('a.order-row').first().getAttribute('href');
      await addToCart(visitor, product);
      await remember(page);
      const places: Place[] = [
        ['/', 'h1', '.woff2'],
        ['/store', '.card', '.woff2'],
        [product, '.buy-box__add', '.woff2'],
        ['/solicitar-presupuesto', 'form', '.woff2'],
        ['/contact', 'form', '.woff2'],
        ['/cart', '.cart-line', '/api/site/dispatch'],
        ['/checkout', '.checkout__pay', '/api/payment-means'],
        [unpaid ?? '', '.pay-order__means', '/api/payment-means'],
      ];
      await nothingMoves(visitor, places, late);
    });

    test(`nor a page of an account that is ${viewport.width} wide`, async ({ customer, page, shop }) => {
      await buys(customer);
      const thanks = page.url();
      await addToCart(customer, await shop.pathOf('taladro-atornillador-18v'));
      await order(customer);
      await remember(page);
      await nothingMoves(customer, [
        [thanks, '[data-outcome="paid"]', '/api/orders/', '.success__bought'],
        ['/cart', '.empty', '/api/orders?', '.cart-page__unpaid'],
        ['/account', '.account__header button', '/api/profiles/', '.account__profile form'],
        ['/account?tab=security', '.spinner', '/api/passkeys', '.security'],
        ['/account?tab=security', '.spinner', '/assets/passkeys-', '.security'],
      ]);
    });

    test(`nor a page of the desk that is ${viewport.width} wide`, async ({ admin, page, another }) => {
      const buyer = await another();
      await asCustomer(buyer);
      const bought = await buys(buyer);
      await admin.open('/admin/products');
      const product = await page.locator('main a[href^="/admin/products/"][href*="-"]').first().getAttribute('href');
      await remember(page);
      await nothingMoves(admin, [
        ['/admin', '.spinner', '/api/passkeys', '.desk-today__date'],
        [`/admin/orders/${bought}`, '.spinner', '/api/admin/invoices?', '.desk-order'],
        ['/admin/tariff', '.spinner', '/api/admin/tariff', '#tariff-history'],
        ['/admin/products/import', '.panel', '/api/admin/imports', '.desk-rows'],
        ['/admin/products/new', '.spinner', '/assets/rich-text-', '.desk-editor'],
        [product ?? '', '.spinner', '/assets/rich-text-', '.desk-editor'],
      ]);
    });
  });
}

test('where orders are fetched no day of arrival is spoken of, not even at first', async ({ visitor, page, shop }) => {
  const before = (await shop.run('settings', 'get', 'shipping.carriers')).trim();
  await shop.run('settings', 'set', 'shipping.carriers', 'pick_up');
  try {
    await page.route('**/api/site/dispatch', () => undefined);
    await addToCart(visitor, await shop.pathOf('detector-humo-diez-anos'));
    await page.goto('/cart');
    await visitor.ready();
    await expect(page.locator('.cart-line')).toBeVisible();
    await expect(page.locator('.delivery-note--sums')).toHaveCount(0);
  } finally {
    await shop.run('settings', 'set', 'shipping.carriers', before);
  }
});
