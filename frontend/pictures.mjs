// Takes the pictures that explain the shop of the running program, so that they stay true: `node pictures.mjs [binary]` makes a
// shop with the demo, a few days' work in it, and writes them anew: those the README opens with to docs/pictures, those of the
// guide to public/guide. What is taken of what stands in pictures/.
import { chromium } from '@playwright/test';
import { Buffer } from 'node:buffer';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { guide } from './pictures/guide.mjs';
import { readme } from './pictures/readme.mjs';
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

/** Takes every picture of `steps` in the window of `context`, and writes them to a folder that holds nothing else. */
async function take(context, steps, folder, quality) {
  await mkdir(folder, { recursive: true });
  for (const old of await readdir(folder)) await rm(path.join(folder, old));
  const page = await context.newPage();
  for (const [name, show] of Object.entries(steps)) {
    await show(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => Promise.all([...document.images].filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight).map((image) => image.decode())));
    const picture = await webp(page, quality);
    await writeFile(path.join(folder, `${name}.webp`), picture);
    console.log(`${name}: ${Math.round(picture.length / 1000)} kB`);
  }
  await page.close();
}

const shop = await open(binary);
// The language is the browser's own, too: its fields for times are. Debian has it in chromium-l10n.
const browser = await chromium.launch({
  env: { ...process.env, LANGUAGE: 'es', LANG: 'es_ES.UTF-8' },
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0,
  args: ['--lang=es-ES', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const filled = await fill(shop);
  const wide = await windowOn(browser, shop.url, { width: 1280, height: 800 }, 1.25);
  await signIn(wide, shop);
  await take(wide, readme, path.join(root, '../docs/pictures'), 70);
  const phone = await windowOn(browser, shop.url, { width: 360, height: 640 }, 1.5);
  await signIn(phone, shop);
  await take(phone, guide(filled), path.join(root, 'public', 'guide'), 55);
} finally {
  await browser.close();
  await shop.close();
}
