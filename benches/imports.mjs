// Whether buyers wait for a command: 50,000 products are imported beside the shop while 20 orders a second are placed,
// which come when they come, whether the one before was answered or not. Every order is to be taken.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { binary, buyerOf, environment, figure, quantile, steadily, withShop } from './shop.mjs';

const products = Number(process.env.IMPORTED ?? 50_000);
const everyMs = 50;
const slowest = 500;

await withShop(['--limits', 'relaxed'], measure);

async function measure(shop) {
  const order = await buyerOf(shop, 'FON-LAT-40');
  const file = path.join(shop.data, 'many.csv');
  const rows = Array.from({ length: products }, (_, n) => `p${n},Producto ${n},<p>Para uso diario.</p>,${n},M-${n},shopify,9,9.95`);
  const header = 'Handle,Title,Body (HTML),Type,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price';
  writeFileSync(file, [header, ...rows].join('\n'));

  const calm = await orders(order, new Promise((resolve) => setTimeout(resolve, 5000)));
  console.log(`        before it: p50 ${quantile(calm.ms, 0.5).toFixed(1)}, p99 ${quantile(calm.ms, 0.99).toFixed(1)} ms`);
  const begun = performance.now();
  const importing = spawn(binary, ['import-products', file, '--data-dir', shop.data], { stdio: 'inherit', env: environment });
  const { ms, refused } = await orders(order, once(importing, 'exit'));
  const seconds = (performance.now() - begun) / 1000;
  figure('the import ends well', `${importing.exitCode} after ${seconds.toFixed(0)} s`, importing.exitCode === 0);
  figure(`orders refused of ${ms.length + refused.length}`, refused.slice(0, 3).join(' ') || '0', refused.length === 0);
  const text = `p50 ${quantile(ms, 0.5).toFixed(1)}, p99 ${quantile(ms, 0.99).toFixed(1)}, most ${quantile(ms, 1).toFixed(1)} ms`;
  figure('checkout while it goes on', text, quantile(ms, 0.99) <= slowest);
}

/** Places orders at a steady pace until something has ended. */
async function orders(order, end) {
  const agent = new http.Agent({ keepAlive: true });
  const { answers, failed } = await steadily(everyMs, (n) => order(n, agent), end);
  agent.destroy();
  const taken = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201).map(({ status }) => status);
  return { ms: taken.map(({ ms }) => ms), refused: [...refused, ...failed] };
}
