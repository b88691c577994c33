// What the libraries expect of a browser and the binary's JavaScript engine lacks. Imported first
// by the server entry; each piece does only what rendering a page needs.

import plurals from 'locales:plurals';

type Listener = (event: { data: unknown }) => void;

class Port {
  onmessage: Listener | null = null;
  peer: Port | null = null;

  postMessage(data: unknown) {
    queueMicrotask(() => this.peer?.onmessage?.({ data }));
  }

  close() {
    this.onmessage = null;
  }
}

class Channel {
  port1 = new Port();
  port2 = new Port();

  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
};

const encode = (text: string) => encodeURIComponent(text).replace(/%20/g, '+');

class SearchParams {
  private pairs: [string, string][] = [];

  constructor(init: string | Record<string, string> | Iterable<[string, string]> = '') {
    if (typeof init === 'string') {
      for (const part of init.replace(/^\?/, '').split('&')) {
        if (!part) continue;
        const at = part.indexOf('=');
        const name = at < 0 ? part : part.slice(0, at);
        this.append(decode(name), at < 0 ? '' : decode(part.slice(at + 1)));
      }
    } else {
      const pairs = Symbol.iterator in init ? (init as Iterable<[string, string]>) : Object.entries(init);
      for (const [name, value] of pairs) this.append(name, value);
    }
  }

  append(name: string, value: string) {
    this.pairs.push([name, String(value)]);
  }

  delete(name: string) {
    this.pairs = this.pairs.filter(([key]) => key !== name);
  }

  set(name: string, value: string) {
    this.delete(name);
    this.append(name, value);
  }

  get(name: string) {
    return this.pairs.find(([key]) => key === name)?.[1] ?? null;
  }

  getAll(name: string) {
    return this.pairs.filter(([key]) => key === name).map(([, value]) => value);
  }

  has(name: string) {
    return this.pairs.some(([key]) => key === name);
  }

  keys() {
    return this.pairs.map(([key]) => key)[Symbol.iterator]();
  }

  forEach(visit: (value: string, name: string) => void) {
    for (const [name, value] of this.pairs) visit(value, name);
  }

  [Symbol.iterator]() {
    return this.pairs[Symbol.iterator]();
  }

  toString() {
    return this.pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  }
}

/** Resolves `.` and `..` the way a browser does. */
function normalise(pathname: string) {
  const out: string[] = [];
  const parts = pathname.split('/').slice(1);
  parts.forEach((part, index) => {
    const last = index === parts.length - 1;
    if (part === '..') out.pop();
    if (part === '..' || part === '.') {
      if (last) out.push('');
    } else out.push(part);
  });
  return `/${out.join('/')}`;
}

const urlShape = /^(?:([a-z][a-z0-9+.-]*:)\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i;

class SimpleUrl {
  protocol: string;
  host: string;
  pathname: string;
  search: string;
  hash: string;
  searchParams: SearchParams;

  constructor(input: string | SimpleUrl, base?: string | SimpleUrl) {
    const [, protocol, host, pathname = '', search = '', hash = ''] = urlShape.exec(String(input)) ?? [];
    const parent = protocol ? undefined : base === undefined ? undefined : new SimpleUrl(base);
    if (!protocol && !parent) throw new TypeError(`Invalid URL: ${String(input)}`);
    this.protocol = (protocol ?? parent?.protocol ?? '').toLowerCase();
    this.host = host ?? parent?.host ?? '';
    const relative = parent && !pathname.startsWith('/');
    const folder = parent?.pathname.replace(/[^/]*$/, '') ?? '/';
    this.pathname = normalise(
      relative ? (pathname ? folder + pathname : parent.pathname) : pathname || '/',
    );
    this.search = relative && !pathname && !search ? parent.search : search;
    this.hash = hash;
    this.searchParams = new SearchParams(this.search);
  }

  get origin() {
    return `${this.protocol}//${this.host}`;
  }

  get hostname() {
    return this.host.replace(/:\d+$/, '');
  }

  get port() {
    return /:(\d+)$/.exec(this.host)?.[1] ?? '';
  }

  get href() {
    return this.origin + this.pathname + this.search + this.hash;
  }

  toString() {
    return this.href;
  }
}

class Utf8Encoder {
  encode(text = '') {
    const escaped = encodeURIComponent(text);
    const bytes: number[] = [];
    for (let i = 0; i < escaped.length; i++) {
      if (escaped[i] === '%') {
        bytes.push(parseInt(escaped.slice(i + 1, i + 3), 16));
        i += 2;
      } else bytes.push(escaped.charCodeAt(i));
    }
    return new Uint8Array(bytes);
  }
}

/** The categories of Unicode CLDR for cardinal numbers, out of the tables ../locales.mjs makes. */
class PluralRules {
  private rules: { categories: string[]; table: string };

  constructor(locale: string | string[] = 'en') {
    const lang = [locale].flat()[0]?.slice(0, 2) ?? '';
    this.rules = plurals[lang] ?? { categories: ['other'], table: '' };
  }

  select(n: number) {
    const { categories, table } = this.rules;
    return categories[Number(table[sampleOf(n)])] ?? 'other';
  }

  resolvedOptions() {
    return { pluralCategories: this.rules.categories };
  }
}

/** Where in a table the form of a number stands. */
function sampleOf(n: number) {
  if (!Number.isInteger(n)) return n < 2 ? 200 : 201;
  if (n !== 0 && n % 1_000_000 === 0) return 202;
  return n < 200 ? n : 100 + (n % 100);
}

const silent = () => undefined;
const pending = new Map<number, true>();
let lastTimer = 0;

/** Nothing that renders a page waits for a clock, so a delay is ignored. */
function startTimer(callback: (...args: unknown[]) => void, _delay?: number, ...args: unknown[]) {
  const id = ++lastTimer;
  pending.set(id, true);
  queueMicrotask(() => {
    if (pending.delete(id)) callback(...args);
  });
  return id;
}

const fallbacks: Record<string, unknown> = {
  URL: SimpleUrl,
  URLSearchParams: SearchParams,
  MessageChannel: Channel,
  TextEncoder: Utf8Encoder,
  Intl: { PluralRules, getCanonicalLocales: (list: string | string[]) => [list].flat() },
  console: { log: silent, info: silent, warn: silent, error: silent, debug: silent },
  queueMicrotask: (job: () => void) => void Promise.resolve().then(job),
  performance: { now: () => Date.now() },
  setTimeout: startTimer,
  clearTimeout: (id: number) => void pending.delete(id),
};

const scope = globalThis as Record<string, unknown>;
for (const [name, value] of Object.entries(fallbacks)) scope[name] ??= value;
