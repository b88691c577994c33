// The real program on a directory of its own and a free port.

import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Mailbox } from './mail';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const binary = path.resolve(process.env['MANETES_BINARY'] ?? path.join(root, 'target/debug/manetes'));
/** Words that stand in front of the program's command line: what it is to be run by. */
const launcher = (process.env['SHOP_LAUNCHER'] ?? '').split(/\s+/).filter((word) => word !== '');

/** A real product file, as the shop's owner would bring it along. */
export const productFile = path.join(root, 'tests/fixtures/shopify-home-and-garden.csv');

/** How long the program may take to start or to stop on a machine that is very busy, in milliseconds. */
const patience = 60_000;

export type Credentials = { email: string; password: string };

export class Shop {
  readonly url: string;
  readonly mails: Mailbox;
  private server: ChildProcess | null = null;
  private log = '';

  private constructor(
    private readonly data: string,
    private readonly port: number,
    private readonly options: string[],
    private administrator: Credentials | null = null,
  ) {
    this.url = `http://localhost:${port}`;
    this.mails = new Mailbox(path.join(data, 'mail'));
  }

  /** Opens a shop with the demo catalogue and the products of a file that its owner brought along. */
  static async open(...options: string[]): Promise<Shop> {
    const { directory, admin } = prepared();
    const data = await mkdtemp(path.join(tmpdir(), 'manetes-e2e-'));
    await cp(directory, data, { recursive: true });
    const shop = new Shop(data, await freePort(), options, admin);
    await shop.start();
    return shop;
  }

  /** Makes the directory that `open` copies; answers how to undo it. */
  static async prepare(): Promise<() => Promise<void>> {
    const data = await mkdtemp(path.join(tmpdir(), 'manetes-e2e-prepared-'));
    const shop = new Shop(data, await freePort(), ['--demo']);
    await shop.start();
    const said = /Administrator: (\S+) with the password (\S+)/.exec(shop.log);
    assert(said?.[1] !== undefined && said[2] !== undefined, 'the demo has an administrator');
    await shop.run('import-products', productFile);
    await shop.stop();
    const admin = { email: said[1], password: said[2] };
    process.env['MANETES_E2E_PREPARED'] = JSON.stringify({ directory: data, admin } satisfies Prepared);
    return () => rm(data, { recursive: true, force: true });
  }

  /** Starts the program and waits until it answers. */
  async start(): Promise<void> {
    assert(existsSync(binary), `${binary} is missing: cargo build`);
    const [command = binary, ...words] = [...launcher, binary, 'serve', ...this.options];
    const server = spawn(command, words, {
      env: this.environment({ MANETES_LISTEN: `127.0.0.1:${this.port}`, MANETES_BASE_URL: this.url, MANETES_LIMITS: 'relaxed' }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    this.server = server;
    // Also when the tests themselves are stopped half way.
    process.once('exit', () => server.kill('SIGKILL'));
    const deadline = performance.now() + patience;
    while (!(await this.isReady())) {
      assert.equal(server.exitCode, null, `the program ended: ${this.log}`);
      assert(performance.now() < deadline, `the program does not answer: ${this.log}`);
      await pause(50);
    }
  }

  /** Stops the program as an operator would. It must end in time, in good order and without having panicked. */
  async stop(): Promise<void> {
    const code = await this.end('SIGTERM');
    assert.equal(code, 0, `exit code; the log ends with ${this.log.slice(-2000)}`);
    assert.doesNotMatch(this.log, /panicked at/);
  }

  /** What a power cut does. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops the program and forgets the shop. */
  async close(): Promise<void> {
    try {
      if (this.server !== null) await this.stop();
    } finally {
      this.server?.kill('SIGKILL');
      await rm(this.data, { recursive: true, force: true });
    }
  }

  /** Runs a command of the program beside the running server; answers its standard output. */
  async run(...words: string[]): Promise<string> {
    const [command = binary, ...rest] = [...launcher, binary, ...words];
    const { stdout } = await promisify(execFile)(command, rest, { env: this.environment({}) });
    return stdout;
  }

  /** Changes the running shop's database: for a state that only somebody else brings about, such as the tax agency. */
  async sql(statements: string): Promise<void> {
    const database = path.join(this.data, 'manetes.sqlite');
    await promisify(execFile)('sqlite3', ['-bail', '-cmd', `.timeout ${patience}`, database, statements]);
  }

  /** The administrator who came with the demo. */
  get admin(): Credentials {
    assert(this.administrator, 'the shop is open');
    return this.administrator;
  }

  /** A product by the part of an address that stands for it. */
  async product(slug: string, lang = 'es'): Promise<{ id: string; title: string }> {
    const answer = await fetch(`${this.url}/api/store/store_manetes/products/${slug}?field=slug&lang=${lang}`);
    assert.equal(answer.status, 200, `product ${slug}`);
    return ((await answer.json()) as { product: { id: string; title: string } }).product;
  }

  /** The first variant of a product. */
  async variantOf(slug: string): Promise<string> {
    const { id } = await this.product(slug);
    const answer = await fetch(`${this.url}/api/store/store_manetes/products/${id}`);
    const { product } = (await answer.json()) as { product: { variants: { id: string }[] } };
    const [first] = product.variants;
    assert(first, `variants of ${slug}`);
    return first.id;
  }

  /** Where a product is shown. */
  async pathOf(slug: string): Promise<string> {
    return `/product/${(await this.product(slug)).id}`;
  }

  private async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/readyz`).catch(() => null);
    return answer?.ok === true;
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const server = this.server;
    assert(server, 'the program runs');
    const ended = once(server, 'exit', { signal: AbortSignal.timeout(patience) });
    server.kill(signal);
    const [code] = (await ended) as [number | null];
    this.server = null;
    return code;
  }

  /** Settings of the machine the tests run on must not reach the program. */
  private environment(settings: Record<string, string>): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('MANETES_'));
    return { ...Object.fromEntries(own), ...settings, MANETES_DATA_DIR: this.data };
  }
}

type Prepared = { directory: string; admin: Credentials };

function prepared(): Prepared {
  const told = process.env['MANETES_E2E_PREPARED'];
  assert(told !== undefined, 'the run was prepared');
  return JSON.parse(told) as Prepared;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  server.close();
  await once(server, 'close');
  return address.port;
}
