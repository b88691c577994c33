// What visitors feel of a rush: the store's page and that of the very thing that is sold, asked for over a few connections,
// each as soon as the one before it is answered; alone first, then while guests place 400 orders a second, whether those
// before were answered or not. This program runs on the same cores as the shop, its visitors in a thread of their own.

import http from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ask, command, figure, quantile, steadily, withShop } from './shop.mjs';

const seconds = Number(process.env.RUSH_SECONDS ?? 10);
const ordersPerSecond = Number(process.env.RUSH_ORDERS ?? 400);
const connections = Number(process.env.RUSH_CONNECTIONS ?? 4);
const sku = 'FON-LAT-40';
/** Of the pages a second there are alone; and what one in a hundred may take longer than, in milliseconds. */
const [part, slowest] = [0.3, 20];

if (isMainThread) await withShop(['--limits', 'relaxed'], measure);
else parentPort.postMessage(await visit(workerData));

async function measure(shop) {
  command(shop, 'set-stock', sku, '1000000');
  const products = JSON.parse(command(shop, 'list-products', '--json'));
  const product = products.find(({ variants }) => variants.some((variant) => variant.sku === sku));
  const variant = product.variants.find((one) => one.sku === sku);
  const paths = ['/store', `/product/${product.id}`];
  // Also lets the shop make the smallest form of the pages.
  await visitors(shop, paths, 3);

  const alone = await visitors(shop, paths, seconds);
  const agent = new http.Agent({ keepAlive: true });
  const rushed = visitors(shop, paths, seconds);
  const orders = await steadily(1000 / ordersPerSecond, (n) => order(shop, variant.id, n, agent), rushed);
  const during = await rushed;
  agent.destroy();

  const accepted = orders.answers.filter(({ status }) => status === 201);
  const others = orders.failed.length + orders.answers.length - accepted.length;
  const [quiet, busy] = [alone, during].map(({ ms }) => ms.length / seconds);
  tell('pages alone', quiet, alone.ms);
  tell('pages in the rush', busy, during.ms);
  tell('orders', accepted.length / seconds, accepted.map(({ ms }) => ms));
  figure('pages in the rush, of those alone', `${(busy / quiet).toFixed(2)} (≥ ${part})`, busy >= part * quiet);
  const p99 = quantile(during.ms, 0.99);
  figure('p99 of pages in the rush', `${p99.toFixed(1)} ms (≤ ${slowest})`, p99 <= slowest);
  const failed = alone.failed + during.failed;
  figure('pages that failed', failed, failed === 0);
  figure('orders that were not accepted', others, others === 0 && accepted.length > 0);
}

function tell(name, perSecond, ms) {
  const [p50, p99] = [0.5, 0.99].map((at) => quantile(ms, at).toFixed(1));
  console.log(`        ${name.padEnd(44)} ${perSecond.toFixed(0)} a second, p50 ${p50}, p99 ${p99} ms`);
}

/** Everybody is another guest: one alone may have few orders open. */
function order(shop, variantId, n, agent) {
  const shipping_address = { name: 'Ana', address: 'Carrer Major, 1', city: 'Abrera', postal_code: '08630', country: 'España' };
  const body = { email: `guest-${n}@example.com`, shipping_address, items: [{ variant_id: variantId, quantity: 1 }] };
  return ask(shop, { path: '/api/functions/create-order-and-send-email', body, agent });
}

function visitors({ port }, paths, seconds) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { port, paths, seconds } });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

async function visit({ port, paths, seconds }) {
  const end = performance.now() + seconds * 1000;
  const visits = await Promise.all(Array.from({ length: connections }, (_, n) => converse(port, paths, n, end)));
  return { ms: visits.flatMap(({ ms }) => ms), failed: visits.reduce((sum, { failed }) => sum + failed, 0) };
}

/** One connection; its own few lines of HTTP, as Node's take more time than the shop's. */
async function converse(port, paths, first, end) {
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n\r\n`);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const answers = answersOf(socket);
  const ms = [];
  let failed = 0;
  for (let n = first; performance.now() < end; n++) {
    const begun = performance.now();
    socket.write(requests[n % requests.length]);
    const { value: status, done } = await answers.next();
    if (done) throw new Error('the shop hung up');
    if (status === 200) ms.push(performance.now() - begun);
    else failed++;
  }
  socket.destroy();
  return { ms, failed };
}

/** The status of each answer, once it has arrived whole. */
async function* answersOf(socket) {
  let rest = Buffer.alloc(0);
  for await (const part of socket) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) continue;
    const head = rest.toString('latin1', 0, headEnd);
    const length = headEnd + 4 + Number(/^content-length: (\d+)$/im.exec(head)[1]);
    if (rest.length < length) continue;
    rest = rest.subarray(length);
    yield Number(head.split(' ', 2)[1]);
  }
}
