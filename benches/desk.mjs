// How fast a full shop is: 10,000 products, 50,000 orders, 5,000 comments (examples/crowd.rs). Each list is asked for
// 200 times with other pages and words, one request at a time.
//
//     cargo build --release --bins --example crowd && node benches/desk.mjs

import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { ask, figure, password, quantile, root, withShop } from './shop.mjs';

const words = ['taladro', 'grifo azul', 'cil', 'pintura 12', 'persona 7', 'abrera', 'PQ4', 'CAN-15'];

const desk = [
  ['today', () => '/api/admin/today'],
  ['orders', (n) => `/api/admin/orders?limit=50&offset=${(n * 50) % 49_000}`],
  ['orders found', (n) => `/api/admin/orders?q=${encodeURIComponent(words[n % words.length])}`],
  ['orders to ship', () => '/api/admin/orders?status=paid'],
  ['an order', null],
  ['products', (n) => `/api/products?limit=50&offset=${(n * 50) % 9_500}`],
  ['products found', (n) => `/api/products?q=${encodeURIComponent(words[n % 4])}`],
  ['products running out', () => '/api/products?stock=low'],
  ['variants', (n) => `/api/admin/variants?limit=50&offset=${(n * 50) % 19_000}`],
  ['comments', (n) => `/api/comments?limit=50&offset=${(n * 50) % 4_500}`],
  ['comments waiting', () => '/api/comments?status=pending'],
  ['requests for a quote', (n) => `/api/admin/quotes?offset=${(n * 50) % 2_500}`],
  ['requests found', (n) => `/api/admin/quotes?q=${encodeURIComponent(words[n % words.length])}`],
  ['customers', (n) => `/api/admin/customers?offset=${(n * 50) % 1_900}`],
  ['log', () => '/api/admin/log'],
];
const store = [
  ['store list', (n) => `/api/store/store_manetes/cards?limit=24&offset=${(n * 24) % 9_900}`],
  ['store search', (n) => `/api/store/store_manetes/cards?q=${encodeURIComponent(words[n % 4])}`],
  ['store by price', (n) => `/api/store/store_manetes/products?sort_by=price&limit=24&offset=${(n * 24) % 9_900}`],
];

async function measure(shop, name, pathOf, headers, limit) {
  const times = [];
  for (let n = 0; n < 200; n++) {
    const { status, text, ms } = await ask(shop, { path: pathOf(n), headers });
    if (status !== 200) throw new Error(`${pathOf(n)}: ${status} ${text.slice(0, 200)}`);
    times.push(ms);
  }
  const p95 = quantile(times, 0.95);
  figure(name, `p95 ${p95.toFixed(1)} ms, median ${quantile(times, 0.5).toFixed(1)} ms (≤ ${limit})`, p95 <= limit);
}

const crowd = process.env.MANETES_CROWD ?? path.join(root, 'target/release/examples/crowd');
const fill = (data) => execFileSync(crowd, [data], { stdio: 'inherit' });

await withShop(
  ['--limits', 'relaxed'],
  async (shop) => {
    const body = { email: 'owner@example.com', password };
    const signedIn = await ask(shop, { path: '/api/auth/token?grant_type=password', body });
    const headers = { Authorization: `Bearer ${JSON.parse(signedIn.text).access_token}` };
    const orders = await ask(shop, { path: '/api/admin/orders?limit=200', headers });
    const ids = JSON.parse(orders.text).orders.map(({ id }) => id);
    for (const [name, pathOf] of desk) {
      await measure(shop, name, pathOf ?? ((n) => `/api/admin/orders/${ids[n]}`), headers, 50);
    }
    for (const [name, pathOf] of store) await measure(shop, name, pathOf, {}, 20);
  },
  fill,
);
