// A shop to measure: the release build with the demo catalogue, in a folder and on a port of its own.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const binary = path.resolve(process.env.MANETES_BINARY ?? path.join(root, 'target/release/manetes'));

/** What is said of the shop to a benchmark is not said to the program. */
export const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MANETES_')));

/** Of the processor's clock (`getconf CLK_TCK`). */
const ticksPerSecond = 100;

export const password = 'tres gatos grises en el tejado';

/**
 * Opens a shop with further options of `serve`, lets `measure` have it, and closes it; `fill` comes before all that. Where
 * it speaks https by itself, the options say where it listens, and this machine asks at the port of `--listen-http`.
 */
export async function withShop(options, measure, fill = () => {}) {
  const data = await mkdtemp(path.join(tmpdir(), 'manetes-bench-'));
  fill(data);
  const isSecure = options.includes('--listen-http');
  const port = isSecure ? Number(options[options.indexOf('--listen-http') + 1].split(':')[1]) : await freePort();
  const shop = { data, port };
  let server = serve(shop, options);
  const end = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  };
  process.once('exit', () => server.kill('SIGKILL'));
  /** Ends the program and starts it again; answers how long it took until it answered, in milliseconds. */
  shop.restart = async () => {
    await end();
    server = serve(shop, options);
    await isReady(shop, server);
    return shop.startedMs;
  };
  try {
    await isReady(shop, server);
    return await measure(shop);
  } finally {
    await end();
    await rm(data, { recursive: true, force: true });
  }
}

function serve(shop, options) {
  // Asked for by its own name, as a shop is.
  const address = `127.0.0.1:${shop.port}`;
  const listen = options.includes('--listen-http') ? [] : ['--listen', address, '--base-url', `http://${address}`];
  shop.begun = performance.now();
  const words = ['serve', '--demo', '--data-dir', shop.data, ...listen, ...options];
  const server = spawn(binary, words, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  shop.pid = server.pid;
  server.stderr.setEncoding('utf8').on('data', (said) => {
    const [, email, password] = /Administrator: (\S+) with the password (.+) \(shown/.exec(said) ?? [];
    if (!email) return;
    shop.administrator = { email, password };
    // What it says of requests is taken from it, and not read.
    server.stderr.removeAllListeners('data').resume();
  });
  return server;
}

async function isReady(shop, server) {
  const answers = async (at) => {
    if (server.exitCode !== null) throw new Error(`${binary} ended with ${server.exitCode}`);
    return (await ask(shop, { path: at }).catch(() => null))?.status === 200;
  };
  await until(() => answers('/healthz'), 1);
  shop.startedMs = performance.now() - shop.begun;
  await until(() => answers('/readyz'));
}

/** Asks for a page or, with a body, of the API; answers status, headers, text and how long it took, in milliseconds. A body that is bytes is sent as it is. */
export function ask({ port }, { path: where, body, headers = {}, agent, from }) {
  const sent = body === undefined ? '' : Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const type = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(sent) };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const target = { host: '127.0.0.1', port, path: where, method, agent, localAddress: from };
    const request = http.request({ ...target, headers: { ...type, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('error', reject).on('end', () => {
        const { statusCode: status, rawHeaders } = response;
        resolve({ status, headers: response.headers, rawHeaders, text, ms: performance.now() - begun });
      });
    });
    request.on('error', reject).end(sent);
  });
}

/** Asks at a steady pace, whether the one before was answered or not, until something has ended. */
export async function steadily(everyMs, request, end) {
  const [answers, failed, asked] = [[], [], []];
  let over = false;
  void end.then(() => (over = true));
  const begun = performance.now();
  for (let n = 0; !over; n++) {
    asked.push(
      request(n).then(
        (answer) => answers.push(answer),
        (error) => failed.push(error.code),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, begun + (n + 1) * everyMs - performance.now()));
  }
  await Promise.all(asked);
  return { answers, failed };
}

/** What a command prints. */
export function command({ data }, ...words) {
  const done = spawnSync(binary, [...words, '--data-dir', data], { encoding: 'utf8', maxBuffer: 1 << 28, env: environment });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

/** A buyer who orders one of a variant, of which there is enough: each call is another order. With their token and what they order. */
export async function buyerOf(shop, sku) {
  const email = 'buyer@example.com';
  await makeAccounts(shop, [email]);
  const signedIn = { path: '/api/auth/token?grant_type=password', body: { email, password } };
  const { access_token: token } = JSON.parse((await ask(shop, signedIn)).text);
  command(shop, 'set-stock', sku, '1000000');
  const variants = JSON.parse(command(shop, 'list-products', '--json')).flatMap((product) => product.variants);
  const shipping_address = { name: 'Ana', address: 'Carrer Major, 1', city: 'Abrera', postal_code: '08630', country: 'España' };
  const items = [{ variant_id: variants.find((variant) => variant.sku === sku).id, quantity: 1 }];
  const order = (n, agent) => {
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': `${performance.now()}-${n}` };
    return ask(shop, { path: '/api/functions/create-order-and-send-email', body: { shipping_address, items }, headers, agent });
  };
  return Object.assign(order, { token, items });
}

/** Orders one, as `buyerOf` made the buyer, and begins to pay it; answers the order, the page of the payment and what shows who asks. */
export async function beginPayment(shop, buyer, n, agent) {
  const { orderId } = JSON.parse((await buyer(n, agent)).text);
  const { token, items } = buyer;
  const here = `http://127.0.0.1:${shop.port}`;
  const headers = { Authorization: `Bearer ${token}` };
  const body = { items, order_id: orderId, locale: 'es', timeZone: 'Europe/Madrid', successUrl: `${here}/success`, cancelUrl: `${here}/cart` };
  const { status, text } = await ask(shop, { path: '/api/store/store_manetes/checkout', body, headers, agent });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return { orderId, page: new URL(JSON.parse(text).url), headers };
}

/** Tells who the firm is, without which no invoice is issued. */
export function letItInvoice(shop) {
  command(shop, 'settings', 'set', 'company.nif', 'B12345674');
  command(shop, 'settings', 'set', 'company.address', 'Carrer Major 2, 08630 Abrera');
}

/** Orders one, as `buyerOf` made the buyer, and pays it on the sandbox's page; answers once the shop knows of it. */
export async function purchase(shop, buyer, n, agent) {
  const { orderId, page, headers } = await beginPayment(shop, buyer, n, agent);
  await click(shop, page.pathname + page.search, agent);
  await until(async () => JSON.parse((await ask(shop, { path: `/api/orders/${orderId}`, headers, agent })).text).status === 'paid');
}

function click({ port }, path, agent) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => (response.statusCode === 303 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    request.on('error', reject).end('action=pay');
  });
}

/** Makes accounts whose addresses are confirmed with the links of their mails. */
export async function makeAccounts(shop, emails) {
  for (const email of emails) {
    await ask(shop, { path: '/api/auth/signup', body: { email, password, data: { name: 'Ana' } } });
  }
  const mails = await mailedTokens(shop, emails, 'signup');
  for (const email of emails) {
    const proof = { type: 'signup', token_hash: mails.get(email) };
    const { status, text } = await ask(shop, { path: '/api/auth/verify', body: proof });
    if (status !== 200) throw new Error(`${email} was not confirmed: ${text}`);
  }
}

/** The tokens of the links that are mailed to addresses, once they are all there; `type` is what the links are for. */
export function mailedTokens({ data }, emails, type) {
  return until(async () => {
    const found = await tokensIn(path.join(data, 'mail'), type);
    return emails.every((email) => found.has(email)) && found;
  });
}

async function tokensIn(folder, type) {
  const link = new RegExp(`token_hash=([\\w-]+)&type=${type}&`);
  const found = new Map();
  for (const file of await readdir(folder).catch(() => [])) {
    if (!file.endsWith('.eml')) continue;
    const raw = await readFile(path.join(folder, file), 'latin1');
    const to = /^To:.*?([^<\s]+@[^>\s]+)/m.exec(raw)?.[1];
    const token = link.exec(raw.replace(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1];
    if (to && token) found.set(to, token);
  }
  return found;
}

/** What `condition` answers once that is something, asked again and again for a minute, every so many milliseconds. */
export async function until(condition, everyMs = 50) {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await condition();
    if (answer) return answer;
    if (Date.now() > end) throw new Error('waited for a minute in vain');
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** What of the memory is this program's alone or its part of what it shares (PSS), in MiB. */
export async function proportional({ pid }) {
  return Number(/^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;
}

/** Resident memory, in MiB: now, and the most there has been. */
export async function memory({ pid }) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [now, peak] = ['VmRSS', 'VmHWM'].map((name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
  return { now, peak };
}

/** The value below which `part` (0 to 1) of the numbers are. */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** Prints a figure and whether it is reached; one that is missed fails the run. */
export function figure(name, value, reached) {
  if (!reached) process.exitCode = 1;
  console.log(`${reached ? 'ok    ' : 'MISSED'}  ${name.padEnd(44)} ${value}`);
}

/** Until nothing is worked on any more: mails go out after the purchase. */
export async function rest(shop) {
  for (let last = -Infinity; processorMs(shop) - last > 20; ) {
    last = processorMs(shop);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

/** Processor time of the shop so far. */
export function processorMs({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}
