// What axe finds on a page.

import { appendFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe finds once nothing on the page is on its way from one look to another. */
async function violationsOn(page: Page): Promise<axe.Result[]> {
  // Colours on their way from one scheme to the other are nobody's. The browser says of what is folded away that it has
  // come to its end, but keeps no promise about it; what follows a scroll has none.
  await page.waitForFunction(() => {
    const running = document.getAnimations().filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline);
    return running.every(({ effect }) => effect?.getComputedTiming().endTime === Infinity);
  });
  const { violations } = await page.evaluate(
    () => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations;
}

/**
 * What would keep somebody from using the page, each with `where` before it. Lesser findings go to the file that
 * E2E_LESSER_FINDINGS names.
 */
export async function seriousFindings(page: Page, where = new URL(page.url()).pathname): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  // A page that something still happened to is looked at once more; what is wrong with it stays wrong.
  const first = await violationsOn(page);
  const violations = first.length > 0 ? await violationsOn(page) : first;
  const told = violations.map(({ id, impact, nodes }) => ({
    serious: impact === 'serious' || impact === 'critical',
    line: `${where}: ${impact} ${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join('; ')}`,
  }));
  const file = process.env['E2E_LESSER_FINDINGS'];
  const lesser = told.filter(({ serious }) => !serious).map(({ line }) => `${line}\n`);
  if (file) appendFileSync(file, lesser.join(''));
  return told.filter(({ serious }) => serious).map(({ line }) => line);
}
