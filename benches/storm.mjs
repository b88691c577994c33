// What a storm of sign-ins does to the shop: 500 at a time for 30 s, each beginning as soon as the one before it is
// answered, while the store's page and its list are asked for ten times a second each. Three storms: with the limits in
// force from one address and from a great many (which a trusted proxy names), and with relaxed limits, where
// nothing but the hash pool and its queue stand in the way. This program runs on the same cores as the shop: the
// storm in a thread of its own, so that it does not delay the reading of the other answers. The name of one storm, such
// as `without limits`, lets that one alone loose.

import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ask, figure, memory, password, quantile, withShop } from './shop.mjs';

const seconds = Number(process.env.STORM_SECONDS ?? 30);
const calmSeconds = 5;
const callers = 500;
const list = '/api/store/store_manetes/cards?lang=es&limit=24&offset=0';
/** Everybody's answers may take this long, in milliseconds; memory may grow by so much, in MiB. */
const [slowest, growth] = [100, 64];

const storms = {
  'from one address': { options: [], rotating: false },
  'from many addresses': { options: ['--trusted-proxies', '127.0.0.1/32'], rotating: true },
  'without limits': { options: ['--limits', 'relaxed'], rotating: false },
};

if (isMainThread) {
  const [only] = process.argv.slice(2);
  for (const [name, storm] of Object.entries(storms)) {
    if (only === undefined || only === name) await withShop(storm.options, (shop) => run(name, shop, storm));
  }
} else {
  parentPort.postMessage(await rage(workerData));
}

async function run(name, shop, { rotating }) {
  for (const path of ['/store', list]) await ask(shop, { path });
  // Also lets the shop make the smallest form of the page, which takes memory once.
  const calm = await probe(shop, calmSeconds);
  // The most there has been is counted from here on.
  await writeFile(`/proc/${shop.pid}/clear_refs`, '5');
  const before = await memory(shop);
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { shop, rotating } });
  const stormed = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const probes = await probe(shop, seconds);
  const answers = await stormed;
  const after = await memory(shop);

  const sum = (statuses) => Object.entries(answers.statuses).reduce((n, [s, count]) => n + (statuses.test(s) ? count : 0), 0);
  const statuses = Object.entries(answers.statuses).map(([status, count]) => `${count} × ${status}`);
  console.log(`\n-- ${name}: ${statuses.join(', ')}; ${(sum(/^400/) / seconds).toFixed(0)} passwords compared a second`);
  for (const [path, { ms, failed }] of Object.entries(probes)) {
    const text = `p50 ${quantile(ms, 0.5).toFixed(1)}, p99 ${quantile(ms, 0.99).toFixed(1)} ms of ${ms.length}, ${failed} failed`;
    figure(path, text, quantile(ms, 0.99) <= slowest && failed === 0);
    console.log(`        before the storm ${[0.5, 0.99].map((part) => quantile(calm[path].ms, part).toFixed(1)).join(' and ')} ms`);
  }
  figure('memory grows by', `${(after.peak - before.now).toFixed(1)} MiB`, after.peak - before.now <= growth);
  figure('all others are told when to come again', `${answers.odd} are not`, answers.odd === 0);
}

/** Asks like visitors, who do not wait for one another. */
async function probe(shop, seconds) {
  const results = { '/store': { ms: [], failed: 0 }, [list]: { ms: [], failed: 0 } };
  const agent = new http.Agent({ keepAlive: true });
  const asked = [];
  const end = Date.now() + seconds * 1000;
  for (let n = 0; Date.now() < end; n++) {
    for (const [path, result] of Object.entries(results)) {
      // Visitors of their own: what they may ask for is not what the storm may.
      const headers = { 'Accept-Encoding': 'br', 'X-Forwarded-For': `198.51.100.${n % 250}` };
      const asking = ask(shop, { path, headers, agent, from: `127.0.1.${1 + (n % 50)}` });
      asked.push(asking.then((answer) => (answer.status === 200 ? result.ms.push(answer.ms) : result.failed++)));
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await Promise.all(asked);
  agent.destroy();
  return results;
}

/** The storm; answers how many answers there were of each status, and how many refusals did not say when to come again. */
async function rage({ shop, rotating }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: callers });
  const [statuses, end] = [{}, Date.now() + seconds * 1000];
  let [odd, next] = [0, 0];
  const caller = async () => {
    while (Date.now() < end) {
      const n = next++;
      const headers = rotating ? { 'X-Forwarded-For': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` } : {};
      const body = { email: `somebody-${n}@example.com`, password };
      const answer = await ask(shop, { path: '/api/auth/token?grant_type=password', body, headers, agent }).catch(() => null);
      const status = answer?.status ?? 'cut off';
      statuses[status] = (statuses[status] ?? 0) + 1;
      const isRefused = (status === 429 || status === 503) && answer.headers['retry-after'] !== undefined;
      if (status !== 400 && !isRefused) odd++;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  return { statuses, odd };
}
