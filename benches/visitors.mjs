// Many who ask at once, each as soon as the one before is answered, in a thread of their own so that nothing else delays the
// reading of their answers. Their own few lines of HTTP: Node's take more time than the shop's.

import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ask, command } from './shop.mjs';

/** What guests order. */
export const sku = 'FON-LAT-40';

if (!isMainThread && workerData?.requests) parentPort.postMessage(await visit(workerData));

/** Pages, asked for over some connections for so many seconds: how long each took, and how many failed. */
export function visitors(shop, paths, seconds, connections = 4) {
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${shop.port}\r\nAccept-Encoding: br\r\n\r\n`);
  return asked({ port: shop.port, requests, seconds, connections });
}

/** Orders of guests, each of somebody else, placed over some connections. */
export function buyers(shop, variantId, seconds, connections) {
  const host = `127.0.0.1:${shop.port}`;
  const body = JSON.stringify(guestOrder(variantId, 'NOBODY'));
  return asked({ port: shop.port, requests: [post(host, '/api/functions/create-order-and-send-email', body)], seconds, connections });
}

/** Rows that the floor puts on disk. */
export function inserts(floor, seconds, connections) {
  return asked({ port: floor.port, requests: [post(`127.0.0.1:${floor.port}`, '/insert', 'NOBODY')], seconds, connections });
}

/** An order of one of a variant; everybody is another guest, for one alone may have few open. */
export function guestOrder(variantId, n) {
  const shipping_address = { name: 'Ana', address: 'Carrer Major, 1', city: 'Abrera', postal_code: '08630', country: 'España' };
  return { email: `guest-${n}@example.com`, shipping_address, items: [{ variant_id: variantId, quantity: 1 }] };
}

export function order(shop, variantId, n, agent) {
  return ask(shop, { path: '/api/functions/create-order-and-send-email', body: guestOrder(variantId, n), agent });
}

/** The product that guests order, with enough of it in stock: its id and its variant's. */
export function sold(shop) {
  command(shop, 'set-stock', sku, '1000000');
  const products = JSON.parse(command(shop, 'list-products', '--json'));
  const product = products.find(({ variants }) => variants.some((variant) => variant.sku === sku));
  return { product: product.id, variant: product.variants.find((one) => one.sku === sku).id };
}

function post(host, path, body) {
  return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: LENGTH\r\n\r\n${body}`;
}

function asked(workerData) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

async function visit({ port, requests, seconds, connections }) {
  const end = performance.now() + seconds * 1000;
  const visits = await Promise.all(Array.from({ length: connections }, (_, n) => converse(port, requests, n, end)));
  return { ms: visits.flatMap(({ ms }) => ms), failed: visits.reduce((sum, { failed }) => sum + failed, 0) };
}

/** One connection. */
async function converse(port, requests, first, end) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const answers = answersOf(socket);
  const ms = [];
  let failed = 0;
  for (let n = first; performance.now() < end; n++) {
    const request = named(requests[n % requests.length], `${Date.now()}-${first}-${n}`);
    const begun = performance.now();
    socket.write(request);
    const { value: status, done } = await answers.next();
    if (done) throw new Error('it hung up');
    if (status < 300) ms.push(performance.now() - begun);
    else failed++;
  }
  socket.destroy();
  return { ms, failed };
}

/** A request of somebody. */
function named(request, name) {
  if (request.startsWith('GET')) return request;
  const [head, body] = request.split('\r\n\r\n');
  const own = body.replace('NOBODY', name);
  return `${head.replace('LENGTH', Buffer.byteLength(own))}\r\n\r\n${own}`;
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
