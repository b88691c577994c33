// Takes the pictures that explain the shop of the running program, so that they stay true: `node pictures.mjs [binary]` makes a
// shop with the demo, a few days' work in it, and writes them anew. What is taken of what stands in pictures/.
import { chromium } from '@playwright/test';
import { Buffer } from 'node:buffer';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { guide } from './pictures/guide.mjs';
import { fill, open, signIn } from './pictures/shop.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const [binary = path.join(root, '../target/debug/manetes')] = process.argv.slice(2);

/** What the window shows, as WebP: the browser can write it, so nothing else is needed. Quality 0–100. */
async function webp(page, quality) {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize();
  const scale = await page.evaluate(() => devicePixelRatio);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip: { x: 0, y: await page.evaluate(() => scrollY), width, height, scale } });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** A browser's window on the shop, in light colours and Spanish. */
async function windowOn(browser, url, viewport, deviceScaleFactor) {
  const context = await browser.newContext({ viewport, deviceScaleFactor, baseURL: url, locale: 'es-ES', colorScheme: 'light', reducedMotion: 'reduce' });
  context.setDefaultTimeout(120_000);
  return context;
}

const shop = await open(binary);
// The language is the browser's own, too: its fields for times are.
const browser = await chromium.launch({
  env: { ...process.env, LANGUAGE: 'es', LANG: 'es_ES.UTF-8' },
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--lang=es-ES', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const filled = await fill(shop);
  const folder = path.join(root, 'public', 'guide');
  await mkdir(folder, { recursive: true });
  for (const old of await readdir(folder)) await rm(path.join(folder, old));
  const context = await windowOn(browser, shop.url, { width: 360, height: 640 }, 1.5);
  await signIn(context, shop);
  const page = await context.newPage();
  let bytes = 0;
  for (const [name, show] of Object.entries(guide(filled))) {
    await show(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => Promise.all([...document.images].filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight).map((image) => image.decode())));
    const picture = await webp(page, 55);
    bytes += picture.length;
    await writeFile(path.join(folder, `${name}.webp`), picture);
  }
  console.log(`guide: ${Math.round(bytes / 1000)} kB`);
} finally {
  await browser.close();
  await shop.close();
}
