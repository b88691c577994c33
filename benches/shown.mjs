// How long after the answer has come the proposals are seen while somebody types, in Debian's Chromium with its processor
// slowed down four times, as in a cheap telephone.

import { chromium } from '../frontend/node_modules/@playwright/test/index.mjs';
import { figure, quantile, withShop } from './shop.mjs';

const typed = ['cilindro', 'taladro', 'pintura', 'grifo', 'bombilla', 'cerradura', 'enchufe', 'martillo', 'radiador'];
/** Milliseconds beyond the round trip. */
const limit = 50;
const slower = 4;
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** In the page: tells of each answer that changes the list how long that took to be painted. */
function watch() {
  const shown = [];
  window.shown = shown;
  let answered = 0;
  const ask = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (answer.url.includes('/api/suggestions')) answered = performance.now();
    return answer;
  };
  new MutationObserver((changes) => {
    const inList = (node) => node instanceof Element && (node.closest('[role=listbox]') || node.querySelector('[role=option]'));
    if (answered === 0 || !changes.some(({ target, addedNodes }) => [target, ...addedNodes].some(inList))) return;
    const since = answered;
    answered = 0;
    // After the frame in which it is drawn.
    requestAnimationFrame(() => setTimeout(() => shown.push(performance.now() - since), 0));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

await withShop(['--limits', 'relaxed'], async ({ port }) => {
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid() !== 0, args: ['--disable-gpu', '--no-first-run'] });
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'es-ES' });
  await page.addInitScript(watch);
  await page.goto(`http://127.0.0.1:${port}/store`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const field = page.locator('input[type=search]').first();
  const times = [];
  for (const [round, word] of typed.entries()) {
    await field.fill('');
    await page.evaluate(() => void (window.shown.length = 0));
    for (const letter of word) {
      const answer = page.waitForResponse((response) => response.url().includes('/api/suggestions'), { timeout: 1000 }).catch(() => null);
      await field.press(letter);
      await answer;
      await page.waitForTimeout(150);
    }
    // The first word warms up what a telephone does once.
    if (round > 0) times.push(...(await page.evaluate(() => window.shown)));
  }
  await browser.close();
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  figure(`proposals seen after their answer, ${times.length}`, `p95 ${p95.toFixed(0)} ms, median ${p50.toFixed(0)} ms (≤ ${limit})`, p95 <= limit);
});
