// How the figures move as a shop grows: from 24 to 100,000 products, and from 100 to 1,000,000 orders (examples/crowd.rs). One
// request at a time for what nobody has asked for before; over 32 connections for what is kept. Prints tables.
//
//     cargo build --release --bins --example crowd && node benches/growth.mjs [FOLDER]
//
// Filling the largest takes minutes: in FOLDER the filled databases stay for the next run, and the charts are written
// there. GROWTH_PRODUCTS and GROWTH_ORDERS name other sizes, such as `24,1000`; none is measured of an empty one.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chart } from './plot.mjs';
import { ask, figure, password, quantile, root, withShop } from './shop.mjs';
import { wrk } from './wrk.mjs';

const sizes = (given, usual) => (given ?? usual).split(',').filter(Boolean).map(Number);
const products = sizes(process.env.GROWTH_PRODUCTS, '24,1000,10000,100000');
const orders = sizes(process.env.GROWTH_ORDERS, '100,10000,1000000');
const seconds = Number(process.env.GROWTH_SECONDS ?? 3);
/** Of each way of asking, for so many milliseconds at most. */
const [times, longest] = [40, 5000];
/** What has not been asked for may take so long, the desk's lists too, in milliseconds; and of the smallest's speed, what is kept. */
const [fresh, desk, part] = [10, 50, 0.8];

const crowd = process.env.MANETES_CROWD ?? path.join(root, 'target/release/examples/crowd');
const [kept] = process.argv.slice(2);
const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'manetes-bench-growth-'));

const words = ['taladro', 'grifo azul', 'cilindro cromado', 'pintura blanco'];
const store = '/api/store/store_manetes/cards?lang=es&limit=24';
const page = (n, all, size) => (n * 7919 * size) % Math.max(1, all - size);
const found = (n) => encodeURIComponent(words[n % words.length]);

const ofProducts = [
  ['list', (n, all) => `${store}&offset=${page(n, all, 24)}`],
  ['list by price', (n, all) => `${store}&sort_by=price&offset=${page(n, all, 24)}`],
  ['list by title', (n, all) => `${store}&sort_by=title&offset=${page(n, all, 24)}`],
  ['list, newest first', (n, all) => `${store}&sort_by=created_at&order=DESC&offset=${page(n, all, 24)}`],
  ['list with its choices', (n, all) => `${store}&facets=true&offset=${page(n, all, 24)}`],
  ['search', (n) => `${store}&q=${found(n)}%20${n}`],
  ['search of a common word', (n) => `${store}&q=${found(n)}&offset=${n}`],
  ['suggestions', (n) => `/api/suggestions?lang=es&q=${found(n)}`],
  ['store page', (n) => `/store?page=${2 + n}`],
];
const ofOrders = [
  ['today', () => '/api/admin/today'],
  ['orders', () => '/api/admin/orders?limit=50'],
  ['orders, a deep page', (n, all) => `/api/admin/orders?limit=50&offset=${page(n, all, 50)}`],
  ['orders to ship', () => '/api/admin/orders?to_ship=true'],
  ['orders of a state', (n) => `/api/admin/orders?status=${['paid', 'shipped', 'cancelled', 'delivered'][n % 4]}`],
  ['orders not given back', () => '/api/admin/orders?refund=none'],
  ['orders found, one', (n) => `/api/admin/orders?q=PQ${1000 + n}`],
  ['orders found, a name', (n) => `/api/admin/orders?q=persona%20${n}`],
  ['orders found, all', () => '/api/admin/orders?q=abrera%20persona'],
  ['an order', null],
  ['customers', () => '/api/admin/customers?limit=50'],
  ['customers, a deep page', (n, all) => `/api/admin/customers?limit=50&offset=${page(n, all / 10, 50)}`],
  ['customers found', (n) => `/api/admin/customers?q=persona${n}`],
  ['invoices', () => '/api/admin/invoices?limit=50'],
  ['invoices, a deep page', (n, all) => `/api/admin/invoices?limit=50&offset=${page(n, all * 0.9, 50)}`],
  ['invoices of a quarter', () => '/api/admin/invoices/books/invoices?limit=50'],
  ['comments', (n) => `/api/comments?limit=50&offset=${(n * 50) % 4_500}`],
  ['mails', () => '/api/admin/mails?limit=50'],
  ['log', () => '/api/admin/log?limit=50'],
  ['log of an act', () => '/api/admin/log?act=order&limit=50'],
  ['requests for a quote', (n) => `/api/admin/quotes?offset=${(n * 50) % 2_500}`],
];

/** Fills a folder with so many products and orders. */
function filled(products, orders) {
  const data = path.join(folder, `${products}-${orders}`);
  if (!existsSync(data)) {
    mkdirSync(data, { recursive: true });
    execFileSync(crowd, [data, String(products), String(orders)], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return data;
}

const opened = (products, orders, measure) =>
  withShop(['--limits', 'relaxed'], measure, (data) => cpSync(filled(products, orders), data, { recursive: true }));

/** Milliseconds, half of the time and 19 times of 20. */
async function asked(shop, pathOf, headers = {}) {
  const took = [];
  const begun = performance.now();
  for (let n = 0; n < times && performance.now() - begun < longest; n++) {
    const { status, text, ms } = await ask(shop, { path: pathOf(n), headers });
    if (status !== 200) return { failed: `${status}`, said: text.slice(0, 200), p50: NaN, p95: NaN };
    took.push(ms);
  }
  console.error(`${pathOf(0)}: ${quantile(took, 0.5).toFixed(1)} ms`);
  return { p50: quantile(took, 0.5), p95: quantile(took, 0.95) };
}

async function measureProducts(all) {
  return opened(all, 100, async (shop) => {
    const starts = [];
    for (let n = 0; n < 5; n++) starts.push(await shop.restart());
    const figures = new Map([['cold start', { p50: quantile(starts, 0.5), p95: quantile(starts, 0.95) }]]);
    for (const [name, pathOf] of ofProducts) figures.set(name, await asked(shop, (n) => pathOf(n, all)));
    const [{ id }] = JSON.parse((await ask(shop, { path: `${store}&offset=0` })).text).cards;
    const speeds = new Map();
    for (const [name, at] of [['store page', '/store'], ['list', `${store}&offset=0`], ['product page', `/product/${id}`]]) {
      await wrk(shop, at, { seconds: 2 });
      speeds.set(name, (await wrk(shop, at, { seconds })).perSecond);
    }
    return { figures, speeds };
  });
}

async function measureOrders(all) {
  return opened(1000, all, async (shop) => {
    const body = { email: 'owner@example.com', password };
    const signedIn = await ask(shop, { path: '/api/auth/token?grant_type=password', body });
    const headers = { Authorization: `Bearer ${JSON.parse(signedIn.text).access_token}` };
    const listed = await ask(shop, { path: '/api/admin/orders?limit=50', headers });
    const ids = JSON.parse(listed.text).orders.map(({ id }) => id);
    const figures = new Map();
    for (const [name, pathOf] of ofOrders) {
      const at = pathOf ?? ((n) => `/api/admin/orders/${ids[n % ids.length]}`);
      figures.set(name, await asked(shop, (n) => at(n, all), headers));
    }
    return { figures };
  });
}

const number = (value) => Math.round(value).toLocaleString('en-GB');
const cell = ({ failed, p50, p95 }) => (failed ? `refused (${failed})` : `${p50.toFixed(1)} / ${p95.toFixed(1)}`);

function table(title, sizes, results, names, of) {
  console.log(`\n| ${title} | ${sizes.map(number).join(' | ')} |\n|---|${sizes.map(() => '---|').join('')}`);
  for (const name of names) console.log(`| ${name} | ${results.map((result) => of(result, name)).join(' | ')} |`);
}

function draw(file, title, label, sizes, results, names, y, of) {
  const series = names.map((name) => ({ name, points: results.map((result, n) => [sizes[n], of(result, name)]).filter(([, value]) => value > 0) }));
  const drawn = series.filter(({ points }) => points.length > 1);
  if (kept && drawn.length > 0) writeFileSync(path.join(kept, file), chart({ title, x: { label, log: true }, y, series: drawn }));
}

const byProducts = [];
for (const all of products) byProducts.push(await measureProducts(all));
const byOrders = [];
for (const all of orders) byOrders.push(await measureOrders(all));

const names = (list) => list.map(([name]) => name);
if (byProducts.length > 0) {
  const kinds = [...byProducts[0].speeds.keys()];
  table('kept, a second, by products', products, byProducts, kinds, ({ speeds }, name) => number(speeds.get(name)));
  table('not kept, ms (median / p95), by products', products, byProducts, ['cold start', ...names(ofProducts)], ({ figures }, name) => cell(figures.get(name)));
  draw('growth-kept.svg', 'Kept, by products', 'products', products, byProducts, kinds, { label: 'answers a second', log: true }, ({ speeds }, name) => speeds.get(name));
  draw('growth-products.svg', 'Not kept, by products', 'products', products, byProducts, ['list', 'search', 'list by price'], { label: 'ms, median', log: true }, ({ figures }, name) => figures.get(name).p50);
}
if (byOrders.length > 0) {
  table("the desk's lists, ms (median / p95), by orders", orders, byOrders, names(ofOrders), ({ figures }, name) => cell(figures.get(name)));
  draw('growth-orders.svg', "The desk's lists, by orders", 'orders', orders, byOrders, ['orders', 'orders found, a name', 'customers', 'invoices', 'today'], { label: 'ms, median', log: true }, ({ figures }, name) => figures.get(name).p50);
}
console.log();
if (byProducts.length > 1) {
  for (const name of ['store page', 'list']) {
    const [least, most] = [byProducts[0], byProducts.at(-1)].map(({ speeds }) => speeds.get(name));
    figure(`${name}, kept, of the smallest shop's`, `${(most / least).toFixed(2)} (≥ ${part})`, most >= part * least);
  }
}
for (const [results, list, limit] of [[byProducts, ['list', 'search'], fresh], [byOrders, names(ofOrders), desk]]) {
  for (const name of results.length > 0 ? list : []) {
    const { p95 } = results.at(-1).figures.get(name);
    figure(`${name}, in the largest shop`, `p95 ${p95.toFixed(1)} ms (≤ ${limit})`, p95 <= limit);
  }
}
if (!kept) rmSync(folder, { recursive: true });
