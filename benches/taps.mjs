// How long after a tap the next picture of the page stands on a slow telephone (a processor four times slower): what browsers
// report as interaction to next paint, of the taps that people make most. Of each tap the median of some visits.
//
//     cargo build --release --bins && node benches/taps.mjs

import { chromium } from '../frontend/node_modules/@playwright/test/index.mjs';
import { ask, command, figure, quantile, withShop } from './shop.mjs';

const rounds = Number(process.env.VISITS ?? 5);
const slower = 4;
/** Milliseconds, of the slowest tap. */
const limit = 100;
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** What is tapped, one after the other, on each page. */
const taps = (product) => ({
  '/': [
    ['menu', '.header__toggle'],
    ['menu away', '.header__toggle'],
    ['tab of services', '#servicios [role=tab]:first-of-type'],
  ],
  '/store': [
    ['filters', '.narrow__more > summary'],
    ['a filter', '.narrow__check'],
  ],
  [product]: [
    ['next picture', '.gallery__arrow--next'],
    ['a small picture', '.gallery__thumbnail'],
    ['into the cart', '.buy-box__add'],
  ],
});

await withShop(['--limits', 'relaxed'], async (shop) => {
  const products = JSON.parse(command(shop, 'list-products', '--json'));
  const { id } = products.find(({ variants }) => variants.some(({ sku }) => sku === 'HER-TAL-18V'));
  const pages = Object.entries(taps(`/product/${id}`));
  for (const [path] of pages) for (let n = 0; n < 6; n++) await ask(shop, { path });
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid() !== 0, args: ['--disable-gpu', '--no-first-run'] });
  const times = new Map();
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [path, what] of pages) {
        for (const [name, ms] of await visit(browser, `http://127.0.0.1:${shop.port}${path}`, what)) {
          times.set(name, [...(times.get(name) ?? []), ms]);
        }
      }
    }
  } finally {
    await browser.close();
  }
  for (const [name, all] of times) {
    const middle = quantile(all, 0.5);
    figure(name, `${middle.toFixed(0)} ms, at most ${Math.max(...all).toFixed(0)} (≤ ${limit})`, middle <= limit);
  }
});

/** One visit of a browser that was never here; answers what each tap took, in milliseconds. */
async function visit(browser, url, what) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true, locale: 'es-ES', serviceWorkers: 'block' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(() => {
    globalThis.slowest = 0;
    const note = (list) => list.getEntries().forEach(({ interactionId, duration }) => (globalThis.slowest = Math.max(globalThis.slowest, interactionId ? duration : 0)));
    new PerformanceObserver(note).observe({ type: 'event', durationThreshold: 16, buffered: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(1500);
  const times = [];
  for (const [name, selector] of what) {
    const target = page.locator(selector).locator('visible=true').first();
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(500);
    await page.evaluate(() => (globalThis.slowest = 0));
    await target.tap();
    await page.waitForTimeout(700);
    const ms = await page.evaluate(() => globalThis.slowest);
    if (ms === 0) throw new Error(`the browser tells of no interaction: ${name}`);
    times.push([name, ms]);
  }
  await context.close();
  return times;
}
