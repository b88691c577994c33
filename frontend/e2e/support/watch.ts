// What is watched in every browser of every test: what it complains about, which other hosts it is sent to, and which
// cookies it is given.

import { expect, type BrowserContext, type ConsoleMessage } from '@playwright/test';

/**
 * Cookies that somebody may hold who neither signed in nor chose a language: none; who signed out: the device's; who
 * bought without an account: the order's.
 */
export type CookieRule = 'none' | 'language' | 'device' | 'order' | 'session';

export class Watch {
  private readonly complaints: string[] = [];
  private readonly expected: { status: number; path: RegExp }[] = [];
  private readonly lost: RegExp[] = [];
  private readonly hosts = new Set<string>();
  private wasCut = false;

  /** `hasScripts` is false for a browser that runs none. */
  constructor(
    private readonly context: BrowserContext,
    private readonly url: string,
    private cookies: CookieRule,
    hasScripts: boolean,
  ) {
    this.hosts.add(url);
    context.on('console', (message) => this.heard(message));
    context.on('weberror', (error) => this.complaints.push(`page error: ${error.error().message} (${error.page()?.url()})`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // What the reader left behind by going on to another page is no failure, nor are the scripts of
      // a browser that runs none.
      const unreachable = this.wasCut && reason === 'net::ERR_INTERNET_DISCONNECTED';
      const isLost = this.lost.some((path) => path.test(request.url()));
      const harmless = reason === 'net::ERR_ABORTED' || (!hasScripts && reason === 'csp') || unreachable || isLost;
      if (!harmless) this.complaints.push(`failed: ${request.url()} ${reason}`);
    });
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && !this.hosts.has(origin)) this.complaints.push(`foreign host: ${request.url()}`);
    });
  }

  /** From now on an answer of this status from a matching path is part of the story. */
  expects(status: number, path: RegExp): void {
    this.expected.push({ status, path });
  }

  /** From now on a matching address may find nobody there. */
  mayLose(path: RegExp): void {
    this.lost.push(path);
  }

  /** From now on pages may ask another host. */
  mayAsk(origin: string): void {
    this.hosts.add(origin);
  }

  /** From now on these cookies may be held, and no others. */
  mayHold(cookies: CookieRule): void {
    this.cookies = cookies;
  }

  /**
   * Cuts the connection, or restores it; the browser may tell afterwards what it missed. Let the worker come first: of one
   * that is on its way just then the browser complains in words that say nothing of the connection.
   */
  async connect(connected: boolean): Promise<void> {
    this.wasCut ||= !connected;
    await this.context.setOffline(!connected);
  }

  async cookieNames(): Promise<string[]> {
    return (await this.context.cookies()).map(({ name }) => name).sort();
  }

  /** Asserts that nothing was noted; the end of every test. */
  async assertUndisturbed(): Promise<void> {
    expect(this.complaints, 'complaints of the browser').toEqual([]);
    if (this.cookies === 'session') return;
    const allowed = { none: '', language: 'lang', device: 'lang manetes-device', order: 'lang manetes-order' }[
      this.cookies
    ].split(' ');
    const unasked = (await this.cookieNames()).filter((name) => !allowed.includes(name));
    expect(unasked, 'cookies nobody asked for').toEqual([]);
  }

  private heard(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = message.text();
    // Some tests want the pages without their worker, or without the network.
    const unreachable = /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/.test(text);
    if (text.includes('blocked by Playwright') || (this.wasCut && unreachable)) return;
    const { url } = message.location();
    const status = Number(/the server responded with a status of (\d+)/.exec(text)?.[1]);
    const path = url.startsWith(this.url) ? url.slice(this.url.length) : url;
    if (this.expected.some((known) => known.status === status && known.path.test(path))) return;
    this.complaints.push(`console ${message.type()}: ${text} (${path})`);
  }
}
