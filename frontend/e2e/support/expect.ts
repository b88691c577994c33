// What the tests assert besides what Playwright asserts by itself.

import { expect as playwright, type Page } from '@playwright/test';
import { seriousFindings } from './accessibility';

/** What sticks out beyond the edge of the screen, so that the page scrolls sideways. */
export const widerThanTheScreen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = ({ left, right, width }: DOMRect) => width > 0 && (right > clientWidth + 1 || left < -1);
    return [...document.body.querySelectorAll('*')]
      .filter((element) => beyond(element.getBoundingClientRect()))
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
      .slice(0, 8);
  });

export const expect = playwright.extend({
  /** Nothing sticks out beyond the edge of the screen. */
  async toFitTheScreen(page: Page) {
    const wide = await widerThanTheScreen(page);
    return { pass: wide.length === 0, message: () => `wider than the screen: ${wide.join(', ')}` };
  },

  /** Nothing keeps anybody from using the page as it stands. */
  async toBeAccessible(page: Page) {
    const findings = await seriousFindings(page);
    return { pass: findings.length === 0, message: () => findings.join('\n') };
  },
});

/** For `toHaveURL`: an address whose path and query match. */
export const at = (pattern: RegExp) => (url: URL) => pattern.test(url.pathname + url.search);
