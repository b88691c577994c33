// Somebody in front of a browser: what they look for on a page, by role and name, in their language.

import type { BrowserContext, Locator, Page, Response } from '@playwright/test';
import { expect } from './expect';
import type { Shop } from './shop';
import { languages, textsOf, type Lang, type TFunction } from './texts';
import type { Watch } from './watch';

export class Visitor {
  /** The texts of the language in use. */
  t: TFunction;

  constructor(
    readonly shop: Shop,
    readonly page: Page,
    readonly watch: Watch,
    public lang: Lang,
  ) {
    this.t = textsOf(lang);
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** Opens a page and waits until it answers to clicks. */
  async open(path: string, page = this.page): Promise<Response> {
    const response = await page.goto(path);
    expect(response, path).not.toBeNull();
    await this.ready(page);
    return response as Response;
  }

  /** Waits until React has taken over the server's HTML: the page comes after the frame around it. */
  async ready(page = this.page): Promise<void> {
    await isAlive(page, 'main > :first-child');
  }

  /** Moves the pointer and waits until the landing page, or `part` of another, answers below its first screen, too. */
  async aliveBelow(page = this.page, part = 'servicios'): Promise<void> {
    let moves = 0;
    // Whoever is there moves on: what was moved before the page's code had come is not known to it.
    const moved = async () => {
      await page.mouse.move(5 + (moves++ % 2), 5);
      return page.evaluate(hasTakenOver, `#${part}`);
    };
    await expect.poll(moved, { timeout: 60_000 }).toBe(true);
  }

  /** A text that is seen; part of it will do. */
  text(text: string | RegExp, page = this.page): Locator {
    return page.getByText(text).filter({ visible: true }).first();
  }

  /** The heading of a page. */
  title(name: string | RegExp, page = this.page): Locator {
    return page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' });
  }

  // Names are whole names, unless given as a pattern.
  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  link(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('link', { name, exact: true });
  }

  /** An input by its label; required ones carry a star. */
  field(label: string, page = this.page): Locator {
    return page.locator('main').getByLabel(new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\*)?$`));
  }

  /** The shopping bag of the header, which says how many pieces are in it. */
  cartWith(count: number, page = this.page): Locator {
    return this.link(this.t('nav.cart', { count }), page);
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** A toast with this text. */
  toast(text: string | RegExp, page = this.page): Locator {
    return page.locator('.toast').getByText(text).first();
  }

  /** Asserts language and direction of the page, which the visitor reads from now on. */
  async readsIn(lang: Lang, page = this.page): Promise<void> {
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.locator('html')).toHaveAttribute('dir', languages[lang].dir);
    this.lang = lang;
    this.t = textsOf(lang);
  }
}

/** Waits until React has taken over an element of the server's HTML. */
const isAlive = (page: Page, selector: string) => page.waitForFunction(hasTakenOver, selector);

/** Runs in the page. */
function hasTakenOver(selector: string): boolean {
  const element = document.querySelector(selector);
  return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'));
}
