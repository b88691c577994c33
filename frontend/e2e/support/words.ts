// What is wrong with the words on a page whatever they say: cut off by the box they stand in, or never filled in.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

type Texts = { [key: string]: string | Texts };

/** Every name that a text has: a page that shows one has lost the text. */
const keys = Object.values(JSON.parse(readFileSync(new URL('../../../locales/es.json', import.meta.url), 'utf8')) as Texts)
  .flatMap((section) => Object.keys(section))
  .filter((key) => key.includes('.'));

/** Texts of which a part cannot be read, since their box ends before they do. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clips = ({ overflowX, overflowY }: CSSStyleDeclaration) => /hidden|clip/.test(overflowX + overflowY);
    const told: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!says || !element.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const words = range.getBoundingClientRect();
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const frame = box.getBoundingClientRect();
        // What is there for ears alone takes a pixel; what scrolls or slides is reached.
        if (frame.width <= 1 || style.position === 'fixed' || style.clipPath !== 'none' || box.matches('[aria-roledescription]')) break;
        if (!clips(style)) continue;
        const beyond = words.left < frame.left - 1 || words.right > frame.right + 1 || words.bottom > frame.bottom + 1;
        if (beyond) told.push(`${box.tagName.toLowerCase()}.${box.className}: ${element.textContent?.trim().slice(0, 60) ?? ''}`);
        break;
      }
    }
    return told;
  });

/** Names of texts, and places that were never filled in. */
export async function leftOver(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const named = [...document.body.querySelectorAll('[aria-label], [alt], [placeholder], [title]')];
    const attributes = named.flatMap((element) => ['aria-label', 'alt', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''));
    return [document.title, ...document.body.innerText.split('\n'), ...attributes];
  });
  const known = new Set(keys);
  return texts.map((text) => text.trim()).filter((text) => /\{\{|\}\}/.test(text) || known.has(text.replace(/_(?:one|other|zero|two|few|many)$/, '')) || known.has(text));
}
