// Looking at a page as it stands: nothing serious for axe, nothing wider than a phone, markup as HTML wants it,
// no Spanish on a page in another language, no text without its words.

import type { Page } from '@playwright/test';
import { seriousFindings } from './accessibility';
import { expect, widerThanTheScreen } from './expect';
import { desktop, phone } from './screens';
import { spanishIn } from './spanish';
import type { Lang } from './texts';
import type { Visitor } from './visitor';
import { leftOver } from './words';

/** Whether there is time for every language on every screen, as in tests/long.sh. */
export const isThorough = process.env['MANETES_E2E_THOROUGH'] !== undefined;

// Both directions of writing are looked at on both screens each time.
const screensOf = (lang: Lang) => (lang === 'es' || lang === 'ar' || isThorough ? [phone, desktop] : [phone]);

/**
 * Looks at a page on a phone and on a large screen, one of them by day and the other by night; the languages take
 * turns. What is wrong does not end the test.
 */
export async function examine({ page, lang }: Visitor, what: string): Promise<void> {
  // Another size of the window, or a dialog that closes, moves things for a frame or two.
  const soft = expect.configure({ soft: true, timeout: 5000 });
  await soft.poll(() => widerThanTheScreen(page), `${what}: wider than the screen`).toEqual([]);
  expect.soft(await untidyMarkup(page), `${what}: markup`).toEqual([]);
  if (lang !== 'es') expect.soft(await spanishOn(page, lang), `${what}: Spanish`).toEqual([]);
  expect.soft(await leftOver(page), `${what}: names of texts`).toEqual([]);
  const nightOnPhone = lang === 'en' || lang === 'ar';
  for (const viewport of screensOf(lang)) {
    const colorScheme = (viewport === phone) === nightOnPhone ? 'dark' : 'light';
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const where = `${what}, ${lang}, ${colorScheme}, ${viewport.width} px`;
    expect.soft(await seriousFindings(page, where), where).toEqual([]);
  }
  await page.setViewportSize(phone);
}

/** What HTML does not allow inside other elements, and a page that has no heading of its own or more than one. */
const untidyMarkup = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const blocks = ':is(div, p, ul, ol, dl, table, form, section, article, h1, h2, h3, h4)';
    const nested = [`:is(button, label, p, h1, h2, h3, h4, span) ${blocks}`, ':is(a, button) :is(a, button, input, select)'];
    const found = nested.flatMap((selector) => [...document.querySelectorAll(selector)]);
    const path = (element: Element) => `${element.parentElement?.closest('[class]')?.className ?? ''} > ${element.tagName.toLowerCase()}`;
    const headings = [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility());
    return [...found.map((element) => `${path(element)} stands where it must not`), ...(headings.length === 1 ? [] : [`${headings.length} × h1`])];
  });

// Of a place where the firm works, of a product that another leads to, of customers it quotes, of the people of other tests, and
// what the law calls its function where it has no words of the reader's language.
const names = ['Collbató', 'Bombilla led estándar E27', 'Núria P.', 'Família Roca', 'Núria Puig', 'Desistir del contrato aquí', 'Confirmar desistimiento'];

/** What can be read or heard on a page, and is neither in its language nor a name. */
async function spanishOn(page: Page, lang: Lang): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const told: string[] = [document.title];
    for (const element of document.body.querySelectorAll('*')) {
      // The name of a language is in that language, an address in that of the country, a maker's name in its own, a code
      // in none; at the desk, what people wrote and what things are called is as they wrote it.
      if (element.closest('address, code, .safety bdi, .desk :is(bdi, [dir=auto])') || element.closest('[lang]') !== document.documentElement || !element.checkVisibility()) continue;
      told.push(...['alt', 'aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''));
      told.push(...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''));
    }
    return told;
  });
  return texts.map((text) => text.trim()).filter((text) => spanishIn(text, lang, names) !== null);
}

