// A shop of its own for the tests: the real program on a temporary directory and a free port.

import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Mailbox } from './mail';
import { eventually } from './wait';

const binary = path.resolve(process.env['MANETES_BINARY'] ?? '../target/debug/manetes');

/** A real product file, as the shop's owner would bring it along. */
export const productFile = path.resolve('../tests/fixtures/shopify-home-and-garden.csv');

/** How long a graceful stop may take, in milliseconds. */
const patience = 10_000;

export class Shop {
  readonly url: string;
  readonly mails: Mailbox;
  private server: ChildProcess | null = null;
  private log = '';

  private constructor(
    private readonly data: string,
    private readonly port: number,
  ) {
    this.url = `http://localhost:${port}`;
    this.mails = new Mailbox(path.join(data, 'mail'));
  }

  /** Opens a shop with the demo catalogue, and with further options. */
  static async open(...options: string[]): Promise<Shop> {
    const data = await mkdtemp(path.join(tmpdir(), 'manetes-e2e-'));
    const shop = new Shop(data, await freePort());
    await shop.start('--demo', ...options);
    return shop;
  }

  /** Starts the program and waits until it answers. */
  async start(...options: string[]): Promise<void> {
    assert(existsSync(binary), `${binary} is missing: cargo build`);
    const server = spawn(binary, ['serve', ...options], {
      env: this.environment({ MANETES_LISTEN: `127.0.0.1:${this.port}`, MANETES_BASE_URL: this.url, MANETES_LIMITS: 'relaxed' }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr.setEncoding('utf8').on('data', (text: string) => (this.log += text));
    this.server = server;
    // Also when the tests themselves are stopped half way.
    process.once('exit', () => server.kill('SIGKILL'));
    await eventually('the shop is ready', async () => {
      assert.equal(server.exitCode, null, `the program ended: ${this.log}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      return answer?.ok === true;
    }, 30_000);
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
  async run(...command: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(binary, command, { env: this.environment({}) });
    return stdout;
  }

  /** The administrator who came with the demo; their password is said once, at the start. */
  get admin(): { email: string; password: string } {
    const said = /Administrator: (\S+) with the password (\S+)/.exec(this.log);
    assert(said?.[1] !== undefined && said[2] !== undefined, 'the demo has an administrator');
    return { email: said[1], password: said[2] };
  }

  /** A product by the part of an address that stands for it. */
  async product(slug: string, lang = 'es'): Promise<{ id: string; title: string }> {
    const answer = await fetch(`${this.url}/api/store/store_manetes/products/${slug}?field=slug&lang=${lang}`);
    assert.equal(answer.status, 200, `product ${slug}`);
    return ((await answer.json()) as { product: { id: string; title: string } }).product;
  }

  /** Where a product is shown. */
  async pathOf(slug: string): Promise<string> {
    return `/product/${(await this.product(slug)).id}`;
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  server.close();
  await once(server, 'close');
  return address.port;
}
