// The table that anybody can have: what the shop does in a second beside what the machine can do at most (examples/floor.rs),
// in one run, load generator included; and pages a second against orders a second. Access log and histograms are on.
//
//     cargo build --release --bins --example floor && node benches/table.mjs [FILE.svg]
//
// `wrk` is needed. TABLE_SECONDS is how long each figure is measured, 5 unless said.

import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { withFloor } from './floor.mjs';
import { chart } from './plot.mjs';
import { ask, proportional, quantile, rest, steadily, withShop } from './shop.mjs';
import { buyers, inserts, order, sold, visitors } from './visitors.mjs';
import { wrk } from './wrk.mjs';

const seconds = Number(process.env.TABLE_SECONDS ?? 5);
const [file] = process.argv.slice(2);
const rates = [0, 50, 100, 200, 400, 800];
const rows = [];

const number = (value) => Math.round(value).toLocaleString('en-GB');
const ms = (value) => `${value.toFixed(1)} ms`;

function row(what, ours, floor, ratio, wanted) {
  rows.push([what, ours, floor, ratio, wanted]);
  console.error(`${what}: ${ours}`);
}

/** What is asked for over and over, beside as many bytes that are always the same. */
async function answered(shop, floor, what, path, connections = 32) {
  const { headers, text } = await ask(shop, { path, headers: { 'Accept-Encoding': 'br' } });
  const bytes = Number(headers['content-length'] ?? Buffer.byteLength(text));
  // So that it is kept, and made as small as it can be.
  await wrk(shop, path, { seconds: 3, connections });
  const ours = await wrk(shop, path, { seconds, connections });
  const most = await wrk(floor, `/constant?bytes=${bytes}`, { seconds, connections });
  const ratio = (ours.perSecond / most.perSecond).toFixed(2);
  row(`${what}, ${number(bytes)} B`, `${number(ours.perSecond)}/s, p99 ${ms(ours.p99)}`, `${number(most.perSecond)}/s`, ratio, '≥ 0.6');
}

/** Pages while so many orders a second come in, whether those before are answered or not. */
async function inRush(shop, { product, variant }, ordersPerSecond) {
  const paths = ['/store', `/product/${product}`];
  const visited = visitors(shop, paths, seconds);
  if (ordersPerSecond === 0) return visited;
  const agent = new http.Agent({ keepAlive: true });
  const { answers, failed } = await steadily(1000 / ordersPerSecond, (n) => order(shop, variant, `${ordersPerSecond}-${n}`, agent), visited);
  agent.destroy();
  const refused = failed.length + answers.filter(({ status }) => status !== 201).length;
  if (refused > 0) console.error(`${refused} orders were not accepted at ${ordersPerSecond} a second`);
  return visited;
}

async function rush(shop, goods) {
  await visitors(shop, ['/store', `/product/${goods.product}`], 3);
  const points = [];
  for (const rate of rates) {
    const { ms: took } = await inRush(shop, goods, rate);
    points.push({ rate, perSecond: took.length / seconds, p99: quantile(took, 0.99) });
    console.error(`pages beside ${rate} orders a second: ${number(points.at(-1).perSecond)}/s, p99 ${ms(points.at(-1).p99)}`);
  }
  const [quiet, busy] = [points[0], points.find(({ rate }) => rate === 400)];
  const ratio = (busy.perSecond / quiet.perSecond).toFixed(2);
  row('pages beside 400 orders a second, 4 connections', `${number(busy.perSecond)}/s, p99 ${ms(busy.p99)}`, `alone ${number(quiet.perSecond)}/s`, ratio, '≥ 0.3 of alone, p99 ≤ 20 ms');
  return points;
}

async function orders(shop, floor, { variant }) {
  await rest(shop);
  const most = await inserts(floor, seconds, 64);
  const rate = (asked) => asked.ms.length / seconds;
  for (const [connections, wanted] of [[8, '≥ 0.25, p99 ≤ 5 ms'], [1, '≥ 1,500/s']]) {
    // The mails of those before have gone out.
    await rest(shop);
    const placed = await buyers(shop, variant, seconds, connections);
    if (placed.failed > 0) console.error(`${placed.failed} orders were refused`);
    const name = `whole orders, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
    row(name, `${number(rate(placed))}/s, p99 ${ms(quantile(placed.ms, 0.99))}`, `${number(rate(most))} inserts/s`, (rate(placed) / rate(most)).toFixed(2), wanted);
  }
}

const floors = [];
for (let n = 0; n < 5; n++) floors.push(await withFloor(({ startedMs }) => startedMs));

const points = await withFloor((floor) =>
  withShop(['--limits', 'relaxed'], async (shop) => {
    const starts = [];
    for (let n = 0; n < 5; n++) starts.push(await shop.restart());
    const [started, startedFloor] = [quantile(starts, 0.5), quantile(floors, 0.5)];
    row('cold start to the first answer', ms(started), ms(startedFloor), `+ ${ms(started - startedFloor)}`, '≤ floor + 20 ms');
    // What starting takes is given back after a while.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const idle = await proportional(shop);
    const goods = sold(shop);
    await answered(shop, floor, 'list of 24, store service', '/api/store/store_manetes/cards?lang=es&limit=24&offset=0');
    await answered(shop, floor, 'one product, store service', `/api/store/store_manetes/products/${goods.product}?lang=es`);
    await answered(shop, floor, 'product page', `/product/${goods.product}`);
    await answered(shop, floor, 'store page', '/store');
    const inRushes = await rush(shop, goods);
    await orders(shop, floor, goods);
    row('memory (PSS), at rest and after all that', `${idle.toFixed(0)} and ${(await proportional(shop)).toFixed(0)} MiB`, `${(await proportional(floor)).toFixed(0)} MiB`, '', '≤ 40 and 64 MiB');
    return inRushes;
  }),
);

console.log('| | ours | floor, same run | ratio | wanted |\n|---|---|---|---|---|');
for (const cells of rows) console.log(`| ${cells.join(' | ')} |`);
console.log('\n| orders a second | pages a second | p99 |\n|---|---|---|');
for (const { rate, perSecond, p99 } of points) console.log(`| ${rate} | ${number(perSecond)} | ${ms(p99)} |`);
if (file) {
  const series = [{ name: 'pages', points: points.map(({ rate, perSecond }) => [rate, perSecond]) }];
  await writeFile(file, chart({ title: 'Pages beside orders', x: { label: 'orders a second' }, y: { label: 'pages a second' }, series }));
}
