// What a first visit feels like on a telephone far away (150 ms, 1.6 Mbit/s, a processor four times slower, nothing kept):
// when something is painted, when the largest thing is, when all of the page has come. The floor in the same run, turn about:
// a page of 5 kB with a script of 70 kB from the same framework with nothing in between (examples/floor.rs).
//
//     cargo build --release --bins --example floor && node benches/visit.mjs [PATH …]

import { chromium } from '../frontend/node_modules/@playwright/test/index.mjs';
import { withFloor } from './floor.mjs';
import { command, figure, quantile, withShop } from './shop.mjs';

const rounds = Number(process.env.VISITS ?? 5);
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slower = 4;
/** Of the floor's, at most. */
const limits = { fcp: 1.25, lcp: 1.4, load: 1.4 };
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

await withShop(['--limits', 'relaxed'], (shop) =>
  withFloor(async (floor) => {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags });
    try {
      await measure(shop, floor.port, browser);
    } finally {
      await browser.close();
    }
  }),
);

async function measure(shop, floorPort, browser) {
  const products = JSON.parse(command(shop, 'list-products', '--json'));
  const product = products.find(({ variants }) => variants.some(({ sku }) => sku === 'HER-TAL-18V'));
  const paths = process.argv.length > 2 ? process.argv.slice(2) : ['/', '/store', `/product/${product.id}`];
  const pages = { floor: `http://127.0.0.1:${floorPort}/page`, ...Object.fromEntries(paths.map((at) => [at, `http://127.0.0.1:${shop.port}${at}`])) };
  // Made before anybody looks.
  for (const url of Object.values(pages)) for (let n = 0; n < 6; n++) await (await fetch(url)).text();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  for (const url of Object.values(pages)) await (await fetch(url)).text();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const visits = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, url] of Object.entries(pages)) visits[name].push(await visit(browser, url));
  }
  const median = (name, part) => quantile(visits[name].map((one) => one[part]), 0.5);
  for (const name of Object.keys(pages)) {
    const { requests, bytes } = visits[name][0];
    const ms = ['html', 'fcp', 'lcp', 'load', 'busy'].map((part) => `${part} ${median(name, part).toFixed(0)}`).join(', ');
    console.log(`        ${name.slice(0, 20).padEnd(20)} ${ms} ms; ${requests} requests, ${(bytes / 1000).toFixed(0)} kB; CLS ${median(name, 'cls').toFixed(3)}`);
    if (name === 'floor') continue;
    for (const [part, limit] of Object.entries(limits)) {
      const ratio = median(name, part) / median('floor', part);
      figure(`${part} of ${name.slice(0, 20)}, of the floor's`, `${ratio.toFixed(2)} (≤ ${limit})`, ratio <= limit);
    }
  }
}

/** One visit of a browser that was never here. */
async function visit(browser, url) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true, locale: 'es-ES', serviceWorkers: 'block' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  let [requests, bytes] = [0, 0];
  devtools.on('Network.requestWillBeSent', () => requests++);
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(() => {
    globalThis.seen = { lcp: 0, cls: 0, busy: 0 };
    const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('largest-contentful-paint', (entry) => (globalThis.seen.lcp = entry.startTime));
    watch('layout-shift', (entry) => (globalThis.seen.cls += entry.value));
    watch('longtask', (entry) => (globalThis.seen.busy += Math.max(0, entry.duration - 50)));
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(1500);
  const seen = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { ...globalThis.seen, fcp: paint.startTime, html: navigation.responseEnd, load: navigation.loadEventEnd };
  });
  await context.close();
  return { ...seen, requests, bytes };
}
