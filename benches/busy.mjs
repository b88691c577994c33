// Whether pages arrive whole from a machine that has no time: as many spinning threads as four times its cores, and
// a thousand visits, eight at a time, of pages that nobody has asked for and most of which nobody may keep. The first
// comes as soon as the shop answers at all.

import { availableParallelism } from 'node:os';
import { isMainThread, Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { ask, figure, quantile, withShop } from './shop.mjs';

const visits = Number(process.env.BUSY_VISITS ?? 1000);
const visitors = 8;

/** Pages of which each visit is the first. */
const pages = [
  (n) => `/cart?visit=${n}`,
  (n) => `/success?order_id=${n}`,
  (n) => `/no-such-page/${n}`,
  (n) => `/login?next=%2Forder%2F${n}`,
  (n) => `/store?q=llave%20${n}&lang=ar`,
  (n) => `/product/no-such-product-${n}?lang=fr`,
];

if (isMainThread) await withShop(['--limits', 'relaxed'], measure);
else for (;;);

async function measure(shop) {
  const spinning = Array.from({ length: 4 * availableParallelism() }, () => new Worker(fileURLToPath(import.meta.url)));
  const took = [];
  const empty = [];
  let next = 0;
  const visit = async () => {
    while (next < visits) {
      const n = next++;
      const path = pages[n % pages.length](n);
      const { text, ms } = await ask(shop, { path });
      took.push(ms);
      if (!text.includes('<h1')) empty.push(path);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  await Promise.all(spinning.map((thread) => thread.terminate()));
  figure(`empty shells in ${took.length} visits`, empty.slice(0, 3).join(' ') || '0', empty.length === 0);
  console.log(`        p50 ${quantile(took, 0.5).toFixed(0)} ms, p99 ${quantile(took, 0.99).toFixed(0)} ms`);
  const counted = /^manetes_pages_empty_total (\d+)$/m.exec((await ask(shop, { path: '/metrics' })).text)?.[1];
  figure('the shop counts as many', counted ?? 'nothing', Number(counted) === empty.length);
}
