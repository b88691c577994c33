// Somebody in front of a browser, whose every page is watched: what the browser complains about, which
// other hosts it is sent to, and which cookies it is given.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core';
import type { Shop } from './shop';
import { languages, textsOf, type Lang, type TFunction } from './texts';
import { eventually, patience } from './wait';

/** The narrowest screen the site is made for, and a usual large one. */
export const phone = { width: 360, height: 740 };
export const desktop = { width: 1280, height: 900 };

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** One browser for all stories; nothing of its own goes over the network. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** Cookies that a visitor may hold who neither signed in nor chose a language: none; who signed out: the device's. */
type CookieRule = 'none' | 'language' | 'device' | 'session';

export type VisitOptions = { lang?: Lang; cookies?: CookieRule } & Pick<
  BrowserContextOptions,
  'viewport' | 'javaScriptEnabled' | 'colorScheme' | 'reducedMotion' | 'hasTouch' | 'isMobile' | 'serviceWorkers'
>;

export class Visitor {
  /** The texts of the language in use. */
  t: TFunction;
  private readonly complaints: string[] = [];
  private connected = true;
  private readonly hosts = new Set<string>();
  private readonly expected: { status: number; path: RegExp }[] = [];

  private constructor(
    readonly shop: Shop,
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly rule: CookieRule,
    public lang: Lang,
    scripts: boolean,
  ) {
    this.t = textsOf(lang);
    this.hosts.add(shop.url);
    context.setDefaultTimeout(patience);
    context.on('console', (message) => this.heard(message));
    context.on('weberror', (error) => this.complaints.push(`page error: ${error.error().message} (${error.page()?.url()})`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // What the reader left behind by going on to another page is no failure, nor are the scripts of
      // a browser that runs none.
      const unreachable = !this.connected && reason === 'net::ERR_INTERNET_DISCONNECTED';
      const harmless = reason === 'net::ERR_ABORTED' || (!scripts && reason === 'csp') || unreachable;
      if (!harmless) this.complaints.push(`failed: ${request.url()} ${reason}`);
    });
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && !this.hosts.has(origin)) this.complaints.push(`foreign host: ${request.url()}`);
    });
  }

  static async arrive(browser: Browser, shop: Shop, options: VisitOptions = {}): Promise<Visitor> {
    const { lang = 'es', cookies = 'none', ...rest } = options;
    const context = await browser.newContext({ viewport: desktop, locale: languages[lang].locale.replace('_', '-'), baseURL: shop.url, ...rest });
    return new Visitor(shop, context, await context.newPage(), cookies, lang, rest.javaScriptEnabled !== false);
  }

  /** From now on an answer of this status from a matching path is part of the story. */
  expects(status: number, path: RegExp): void {
    this.expected.push({ status, path });
  }

  /** From now on pages may ask another host. */
  mayAsk(origin: string): void {
    this.hosts.add(origin);
  }

  /** Cuts the connection, or restores it. */
  async connect(connected: boolean): Promise<void> {
    this.connected = connected;
    await this.context.setOffline(!connected);
  }

  /** Opens a page and waits until it answers to clicks. */
  async open(path: string, page = this.page): Promise<Response> {
    const response = await page.goto(path);
    assert(response, path);
    await this.ready(page);
    return response;
  }

  /** Waits until React has taken over the server's HTML. */
  async ready(page = this.page): Promise<void> {
    await page.waitForFunction(() => {
      const main = document.querySelector('main');
      return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
    });
  }

  /** Moves the pointer and waits until the landing page, or `part` of another, answers below its first screen, too. */
  async aliveBelow(page = this.page, part = 'servicios'): Promise<void> {
    await page.mouse.move(5, 5);
    await page.waitForFunction((id) => {
      const element = document.getElementById(id);
      return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'));
    }, part);
  }

  /** Waits for a text to be seen; part of it will do. */
  async sees(text: string | RegExp, page = this.page): Promise<void> {
    await page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Waits for the page with this heading of the first level. */
  async seesPage(title: string | RegExp, page = this.page): Promise<void> {
    const exact = typeof title === 'string';
    await page.getByRole('heading', { level: 1, name: title, exact }).waitFor();
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

  /** Waits for a toast with this text. */
  async toast(text: string | RegExp, page = this.page): Promise<void> {
    await page.locator('.toast').getByText(text).first().waitFor();
  }

  /** Waits until the address's path and query are these. */
  async arrivesAt(address: string | RegExp, page = this.page): Promise<void> {
    await page.waitForURL((url) => {
      const here = url.pathname + url.search;
      return typeof address === 'string' ? here === address : address.test(here);
    });
  }

  /** Asserts language and direction of the page. */
  async readsIn(lang: Lang, page = this.page): Promise<void> {
    await eventually(`the page is in ${lang}`, () =>
      page.evaluate(
        ([code, dir]) => document.documentElement.lang === code && document.documentElement.dir === dir,
        [lang, languages[lang].dir] as const,
      ),
    );
    this.lang = lang;
    this.t = textsOf(lang);
  }

  /** Asserts that nothing sticks out beyond the edge of the screen. */
  async fitsTheScreen(what: string): Promise<void> {
    assert.deepEqual(await this.widerThanTheScreen(), [], `${what} is wider than the screen`);
  }

  /** What sticks out beyond the edge of the screen, so that the page scrolls sideways. */
  async widerThanTheScreen(page = this.page): Promise<string[]> {
    return page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const beyond = ({ left, right, width }: DOMRect) => width > 0 && (right > clientWidth + 1 || left < -1);
      return [...document.body.querySelectorAll('*')]
        .filter((element) => beyond(element.getBoundingClientRect()))
        .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
        .slice(0, 8);
    });
  }

  async cookieNames(): Promise<string[]> {
    return (await this.context.cookies()).map(({ name }) => name).sort();
  }

  /** What the watch has noted; the end of every story. */
  async assertUndisturbed(): Promise<void> {
    assert.deepEqual(this.complaints, []);
    if (this.rule === 'session') return;
    const allowed = { none: '', language: 'lang', device: 'lang manetes-device' }[this.rule].split(' ');
    const unasked = (await this.cookieNames()).filter((name) => !allowed.includes(name));
    assert.deepEqual(unasked, [], 'cookies');
  }

  private heard(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = message.text();
    // Some stories want the pages without their worker, or without the network.
    if (text.includes('blocked by Playwright') || (!this.connected && text.includes('ERR_INTERNET_DISCONNECTED'))) return;
    const { url } = message.location();
    const status = Number(/the server responded with a status of (\d+)/.exec(text)?.[1]);
    const path = url.startsWith(this.shop.url) ? url.slice(this.shop.url.length) : url;
    if (this.expected.some((known) => known.status === status && known.path.test(path))) return;
    this.complaints.push(`console ${message.type()}: ${text} (${path})`);
  }
}

/** Where the tests get browser and shop from; both are there once the suite runs. */
export type World = { browser: Browser; shop: Shop };

/** A test with one visitor, who may bring others along. Ends with asserting that nothing was wrong on any page. */
export function story(
  world: () => World,
  name: string,
  options: VisitOptions,
  tell: (visitor: Visitor, another: (options: VisitOptions) => Promise<Visitor>) => Promise<void>,
): void {
  it(name, { timeout: 120_000 }, async () => {
    const { browser, shop } = world();
    const visitors: Visitor[] = [];
    const arrive = async (more: VisitOptions) => {
      const visitor = await Visitor.arrive(browser, shop, more);
      visitors.push(visitor);
      return visitor;
    };
    try {
      await tell(await arrive(options), arrive);
      for (const visitor of visitors) await visitor.assertUndisturbed();
    } catch (error) {
      await keepPictures(name, visitors);
      throw error;
    } finally {
      await Promise.all(visitors.map(({ context }) => context.close()));
    }
  });
}

/** What the visitors saw when the story failed, for whoever looks into it. */
async function keepPictures(name: string, visitors: Visitor[]): Promise<void> {
  const directory = path.resolve('node_modules/.cache/e2e');
  mkdirSync(directory, { recursive: true });
  for (const [number, { page }] of visitors.entries()) {
    const file = path.join(directory, `${name.replaceAll(/\W+/g, '-')}-${number + 1}.png`);
    await page.screenshot({ path: file, fullPage: true }).catch(() => undefined);
  }
}
