// https by the program itself: how soon it answers with a certificate of Pebble (Debian's `pebble`), whether renewals
// break anybody's request, and what attackers with HTTP/2 do to everybody else. Each attack comes over TLS from one
// address, by a thread of its own on the same cores as the shop, for 10 s, while visitors of other addresses ask for the
// store's page and its list. The name of one, such as `pings` or `renewal`, measures that one alone.

import { writeFile } from 'node:fs/promises';
import http2 from 'node:http2';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { attacks, host } from './attacks.mjs';
import { startAuthority } from './authority.mjs';
import { figure, memory, quantile, until, withShop } from './shop.mjs';

const seconds = Number(process.env.HTTPS_SECONDS ?? 10);
const list = '/api/store/store_manetes/cards?lang=es&limit=24&offset=0';
/** Everybody's answers may take this long, in milliseconds; memory may grow by so much, in MiB. */
const [slowest, growth] = [100, 64];

if (isMainThread) await main(process.argv[2]);

async function main(only) {
  const authority = await startAuthority(45);
  try {
    await withShop(authority.options, async (shop) => {
      shop = { ...shop, https: authority.https, root: authority.root() };
      const visitor = () => visit(shop, '127.0.1.1').get('/healthz').then(({ status }) => status === 200, () => false);
      await until(visitor);
      console.log(`        the first answer over https came ${((performance.now() - shop.begun) / 1000).toFixed(2)} s after the start`);
      if (only === undefined || only === 'renewal') await renewals(shop);
      for (const attack of attacks) if (only === undefined || only === attack) await attacked(shop, attack);
    });
  } finally {
    authority.stop();
  }
}

/** A browser at an address of its own: one connection for all it asks, and another when that has ended. */
function visit({ https, root }, from) {
  let session;
  const connect = () => {
    const options = { host: '127.0.0.1', port: https, localAddress: from, servername: host, ca: root, ALPNProtocols: ['h2'] };
    const made = http2.connect(`https://${host}:${https}`, { createConnection: () => tls.connect(options) });
    made.on('error', () => {});
    return made;
  };
  const get = (path) =>
    new Promise((resolve, reject) => {
      if (session === undefined || session.closed || session.destroyed) session = connect();
      const begun = performance.now();
      const asked = session.request({ ':path': path, 'accept-encoding': 'br' });
      let status;
      asked.on('response', (headers) => (status = headers[':status'])).on('data', () => {});
      asked.on('error', reject).on('close', () => {
        if (status === undefined) reject(new Error('no answer'));
        else resolve({ status, ms: performance.now() - begun });
      });
    });
  return { get, close: () => session?.destroy() };
}

/** Visitors of other addresses who do not wait for one another, twenty questions a second, for so long. */
async function probe(shop, length) {
  const results = { '/store': { ms: [], failed: 0 }, [list]: { ms: [], failed: 0 } };
  const visitors = Array.from({ length: 50 }, (_, n) => visit(shop, `127.0.1.${1 + n}`));
  const [asked, end] = [[], Date.now() + length * 1000];
  for (let n = 0; Date.now() < end; n++) {
    for (const [path, result] of Object.entries(results)) {
      const asking = visitors[n % visitors.length].get(path);
      asked.push(asking.then(({ status, ms }) => (status === 200 ? result.ms.push(ms) : result.failed++), () => result.failed++));
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await Promise.all(asked);
  for (const visitor of visitors) visitor.close();
  return results;
}

async function attacked(shop, attack) {
  const calm = await probe(shop, 3);
  // The most there has been is counted from here on.
  await writeFile(`/proc/${shop.pid}/clear_refs`, '5');
  const before = await memory(shop);
  const worker = new Worker(fileURLToPath(new URL('attacks.mjs', import.meta.url)), { workerData: { shop: { https: shop.https, root: shop.root }, attack, seconds } });
  const stormed = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const probes = await probe(shop, seconds);
  const { made, said } = await stormed;
  const after = await memory(shop);
  console.log(`\n-- ${attack}: ${made} connections, ${(said / 1e6).toFixed(1)} MB said`);
  for (const [path, { ms, failed }] of Object.entries(probes)) {
    const text = `p50 ${quantile(ms, 0.5).toFixed(1)}, p99 ${quantile(ms, 0.99).toFixed(1)} ms of ${ms.length}, ${failed} failed`;
    figure(path, text, quantile(ms, 0.99) <= slowest && failed === 0);
    console.log(`        before it ${[0.5, 0.99].map((part) => quantile(calm[path].ms, part).toFixed(1)).join(' and ')} ms`);
  }
  figure('memory grows by', `${(after.peak - before.now).toFixed(1)} MiB`, after.peak - before.now <= growth);
}

/** Two renewals, while twenty visitors ask without a rest, half of them on a connection of its own each time. */
async function renewals(shop) {
  const page = await fetch(`http://localhost:${shop.port}/`).then((answer) => answer.text());
  const script = /\/assets\/[^"]+/.exec(page)[0];
  const [serials, counts] = [new Set(), { asked: 0, broken: 0 }];
  const end = Date.now() + 120_000;
  const look = async () => {
    while (serials.size < 3 && Date.now() < end) {
      await new Promise((resolve) => {
        const socket = tls.connect({ host: '127.0.0.1', port: shop.https, servername: host, ca: shop.root }, () => {
          serials.add(socket.getPeerCertificate().serialNumber);
          socket.destroy();
          setTimeout(resolve, 200);
        });
        socket.on('error', resolve);
      });
    }
  };
  const ask = async (n) => {
    const visitor = visit(shop, `127.0.1.${1 + n}`);
    while (serials.size < 3 && Date.now() < end) {
      const { status } = await visitor.get(script).catch(() => ({}));
      counts.asked++;
      if (status !== 200) counts.broken++;
      if (n % 2 === 0) visitor.close();
    }
    visitor.close();
  };
  await Promise.all([look(), ...Array.from({ length: 20 }, (_, n) => ask(n))]);
  figure('requests broken by two renewals', `${counts.broken} of ${counts.asked}`, counts.broken === 0 && serials.size === 3);
}
