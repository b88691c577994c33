// Whether buyers notice a backup: a shop of 10,000 products, 50,000 orders (examples/crowd.rs) and 1 GiB of pictures is
// copied while 50 requests a second come, every tenth of them an order, whether the one before was answered or not. Then
// the copy is restored and drilled with.
//
//     cargo build --release --bins --example crowd && node benches/backup.mjs

import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { ask, binary, buyerOf, command, environment, figure, quantile, root, steadily, withShop } from './shop.mjs';

const pictures = Number(process.env.PICTURES_MB ?? 1024);
const everyMs = 20;
const restSeconds = 30;
const pages = ['/', '/store', '/contact', '/cart', '/store?q=taladro', '/solicitar-presupuesto', '/login', '/store?lang=ar', '/?lang=en'];

const crowd = process.env.MANETES_CROWD ?? path.join(root, 'target/release/examples/crowd');

await withShop(['--limits', 'relaxed'], measure, (data) => {
  execFileSync(crowd, [data], { stdio: 'inherit' });
  const folder = path.join(data, 'media');
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < pictures; n++) writeFileSync(path.join(folder, `picture-${n}.webp`), randomBytes(1 << 20));
});

async function measure(shop) {
  const order = await buyerOf(shop, 'TAL-10-0');
  const rest = new Promise((resolve) => setTimeout(resolve, restSeconds * 1000));
  const calm = told('at rest', await requests(shop, order, rest));
  const file = path.join(path.dirname(shop.data), `${path.basename(shop.data)}.tar.zst`);
  const making = timed(['backup', file, '--data-dir', shop.data]);
  const busy = told('meanwhile', await requests(shop, order, making.end));
  figure('a backup ends well', `${making.child.exitCode}, ${statSync(file).size >> 20} MiB, ${await making.end} s`, making.child.exitCode === 0);
  figure('writes that failed', busy.failed.slice(0, 3).join(' ') || '0', busy.failed.length === 0);
  figure('p99 of pages, times that at rest', (busy.p99 / calm.p99).toFixed(2), busy.p99 <= 2 * calm.p99);

  const elsewhere = `${shop.data}-restored`;
  const restoring = timed(['restore', file, '--data-dir', elsewhere]);
  figure('restore (≤ 60 s)', `${await restoring.end} s`, restoring.child.exitCode === 0 && (await restoring.end) <= 60);
  const kept = path.join(elsewhere, 'kept');
  command({ data: elsewhere }, 'backup', `${kept}/`);
  const drilling = timed(['drill', kept, '--data-dir', elsewhere]);
  figure('drill (≤ 90 s)', `${await drilling.end} s`, drilling.child.exitCode === 0 && (await drilling.end) <= 90);
  for (const left of [file, elsewhere]) rmSync(left, { recursive: true });
}

/** A command, and the seconds it took once it has ended. */
function timed(words) {
  const begun = performance.now();
  const child = spawn(binary, words, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  return { child, end: once(child, 'exit').then(() => Math.round((performance.now() - begun) / 100) / 10) };
}

async function requests(shop, order, end) {
  const agent = new http.Agent({ keepAlive: true });
  const request = async (n) => {
    if (n % 10 > 0) return { ...(await ask(shop, { path: pages[n % pages.length], agent })), wanted: 200 };
    return { ...(await order(n, agent)), wanted: 201 };
  };
  const done = await steadily(everyMs, request, end);
  agent.destroy();
  return done;
}

function told(when, { answers, failed }) {
  const ms = (wanted) => answers.filter((answer) => answer.wanted === wanted && answer.status === wanted).map((answer) => answer.ms);
  const refused = answers.filter(({ status, wanted }) => status !== wanted).map(({ status }) => status);
  const [page, order] = [ms(200), ms(201)];
  const of = (times) => `${times.length}: p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
  console.log(`        ${when}: pages ${of(page)}; orders ${of(order)}`);
  return { p99: quantile(page, 0.99), failed: [...refused, ...failed] };
}
