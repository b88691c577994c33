// `test` with a shop per worker, and with people in front of browsers, each in a context of their own that is watched.

import { test as base, type Browser, type BrowserContextOptions } from '@playwright/test';
import { asCustomer, signIn, type Buyer } from './buyer';
import { examine } from './look';
import { desktop } from './screens';
import { Shop } from './shop';
import { languages, type Lang, type TFunction } from './texts';
import { Visitor } from './visitor';
import { Watch, type CookieRule } from './watch';

export { at, expect } from './expect';
export { desktop, phone } from './screens';

export type Options = {
  /** The language of the browser. */
  lang: Lang;
  /** The cookies it may hold at the end, besides those of a session that a helper opened. */
  cookies: CookieRule;
};

type VisitOptions = Partial<Options> & { shop?: Shop } & Pick<BrowserContextOptions, 'viewport' | 'javaScriptEnabled' | 'hasTouch' | 'isMobile'>;

type Another = (options?: VisitOptions) => Promise<Visitor>;

export type Fixtures = {
  /** Whoever sits in front of `page`. */
  visitor: Visitor;
  /** Their texts, in the language they came with. */
  t: TFunction;
  watch: Watch;
  /** Somebody else, in a browser of their own: in Spanish, on a large screen and in the same shop, unless told. */
  another: Another;
  /** Examines the page in front of the visitor, whom it finds and leaves on a phone. */
  look: (what: string) => Promise<void>;
  /** The visitor, signed in to a new account. */
  customer: Visitor & { account: Buyer };
  /** The visitor, signed in as the administrator. */
  admin: Visitor;
};

export type WorkerFixtures = {
  /** Further options of the program. */
  shopOptions: string[];
  /** A shop for the tests of one worker, which run one after the other. */
  shop: Shop;
};

const localeOf = (lang: Lang) => languages[lang].locale.replace('_', '-');

async function arrive(browser: Browser, options: VisitOptions & { shop: Shop }): Promise<Visitor> {
  const { shop, lang = 'es', cookies = 'none', ...rest } = options;
  const plain = { viewport: desktop, hasTouch: false, isMobile: false, javaScriptEnabled: true };
  const context = await browser.newContext({ ...plain, ...rest, baseURL: shop.url, locale: localeOf(lang) });
  const watch = new Watch(context, shop.url, cookies, rest.javaScriptEnabled !== false);
  return new Visitor(shop, await context.newPage(), watch, lang);
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  lang: ['es', { option: true }],
  cookies: ['none', { option: true }],

  shopOptions: [[], { option: true, scope: 'worker' }],

  shop: [
    async ({ shopOptions }, use) => {
      const shop = await Shop.open(...shopOptions);
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ shop }, use) => use(shop.url),
  locale: ({ lang }, use) => use(localeOf(lang)),

  watch: async ({ context, shop, cookies, javaScriptEnabled }, use) => {
    const watch = new Watch(context, shop.url, cookies, javaScriptEnabled !== false);
    await use(watch);
    await watch.assertUndisturbed();
  },

  // Nobody looks at a page unwatched.
  page: async ({ page, watch: _ }, use) => use(page),

  visitor: ({ page, watch, shop, lang }, use) => use(new Visitor(shop, page, watch, lang)),
  t: ({ visitor }, use) => use(visitor.t),

  another: async ({ browser, shop }, use) => {
    const others: Visitor[] = [];
    await use(async (options = {}) => {
      const other = await arrive(browser, { shop, ...options });
      others.push(other);
      return other;
    });
    for (const { watch } of others) await watch.assertUndisturbed();
    await Promise.all(others.map(({ context }) => context.close()));
  },

  look: ({ visitor }, use) => use((what) => examine(visitor, what)),

  customer: async ({ visitor, lang }, use) => use(Object.assign(visitor, { account: await asCustomer(visitor, lang) })),

  admin: async ({ visitor, shop }, use) => {
    await signIn(visitor, shop.admin);
    await use(visitor);
  },
});
