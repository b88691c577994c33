// What visitors feel of a rush: the store's page and that of the very thing that is sold, asked for over a few connections,
// each as soon as the one before it is answered; alone first, then while guests place 400 orders a second, whether those
// before were answered or not. This program runs on the same cores as the shop, its visitors in a thread of their own.

import http from 'node:http';
import { figure, quantile, steadily, withShop } from './shop.mjs';
import { order, sold, visitors } from './visitors.mjs';

const seconds = Number(process.env.RUSH_SECONDS ?? 10);
const ordersPerSecond = Number(process.env.RUSH_ORDERS ?? 400);
const connections = Number(process.env.RUSH_CONNECTIONS ?? 4);
/** Of the pages a second there are alone; and what one in a hundred may take longer than, in milliseconds. */
const [part, slowest] = [0.3, 20];

await withShop(['--limits', 'relaxed'], async (shop) => {
  const { product, variant } = sold(shop);
  const paths = ['/store', `/product/${product}`];
  // Also lets the shop make the smallest form of the pages.
  await visitors(shop, paths, 3, connections);

  const alone = await visitors(shop, paths, seconds, connections);
  const agent = new http.Agent({ keepAlive: true });
  const rushed = visitors(shop, paths, seconds, connections);
  const orders = await steadily(1000 / ordersPerSecond, (n) => order(shop, variant, n, agent), rushed);
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
});

function tell(name, perSecond, ms) {
  const [p50, p99] = [0.5, 0.99].map((at) => quantile(ms, at).toFixed(1));
  console.log(`        ${name.padEnd(44)} ${perSecond.toFixed(0)} a second, p50 ${p50}, p99 ${p99} ms`);
}
