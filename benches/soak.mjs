// Whether a shop that is busy for long stays as it was: people look, buy, sign in and send photos, the owner works at the
// desk and hands in pictures, mails go out. Its memory, its open files and its log of writes are looked at all the while,
// and no answer may be a failure of the shop's.
//
//     SOAK_MINUTES=30 node benches/soak.mjs

import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import { ask, buyerOf, command, figure, purchase, quantile, withShop } from './shop.mjs';

const minutes = Number(process.env.SOAK_MINUTES ?? 30);
/** Looked at so often; before so much of the time everything is still growing into its place. */
const everyMs = 2000;
const warm = 0.25;
const MiB = 1024 * 1024;

const token = 'a-token-that-nobody-guesses';
async function soak(shop) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const buyer = await buyerOf(shop, 'FON-LAT-40');
  const owner = await bearer(shop, shop.administrator);
  const end = performance.now() + minutes * 60_000;
  const answers = { count: 0, failed: [] };
  const at = { shop, agent, buyer, owner, end, answers };
  const watching = watch(at);
  await Promise.all([...Array.from({ length: 6 }, () => again(at, 20, look)), again(at, 400, buy), again(at, 1000, signIn), again(at, 250, desk), again(at, 5000, picture), again(at, 3000, write)]);
  const seen = await watching;
  agent.destroy();
  tell(at, seen);
}

/** Does something again and again until the end, with a pause after each. */
async function again(at, pauseMs, act) {
  for (let n = 0; performance.now() < at.end; n++) {
    try {
      await act(at, n);
    } catch (error) {
      at.answers.failed.push(`${act.name}: ${error.message}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Asks, and notes an answer that is a failure of the shop's. */
async function get(at, request) {
  const answer = await ask(at.shop, { agent: at.agent, ...request });
  at.answers.count += 1;
  if (answer.status >= 500) at.answers.failed.push(`${request.path}: ${answer.status}`);
  return answer;
}

const pages = ['/', '/store', '/store?page=2', '/contact', '/solicitar-presupuesto', '/terms-and-conditions', '/feeds/google-es.xml'];
const langs = ['es', 'ca', 'en', 'fr', 'ar'];

async function look(at) {
  at.products ??= JSON.parse((await get(at, { path: '/api/store/store_manetes/products?limit=200' })).text).products.map(({ id }) => id);
  const [dice, lang] = [Math.random(), langs[Math.floor(Math.random() * langs.length)]];
  const product = at.products[Math.floor(Math.random() * at.products.length)];
  const headers = { 'Accept-Encoding': 'br', 'Accept-Language': lang };
  if (dice < 0.4) return get(at, { path: `/product/${product}?lang=${lang}`, headers });
  if (dice < 0.7) return get(at, { path: pages[Math.floor(Math.random() * pages.length)], headers });
  if (dice < 0.8) return get(at, { path: `/api/store/store_manetes/products/${product}`, headers });
  if (dice < 0.9) return get(at, { path: `/store?q=${Math.random().toString(36).slice(2, 5)}`, headers });
  return get(at, { path: `/nowhere/${Math.random()}`, headers });
}

async function buy(at, n) {
  await purchase(at.shop, at.buyer, n, at.agent);
  at.answers.count += 3;
}

async function signIn(at) {
  await bearer(at.shop, at.shop.administrator);
  await get(at, { path: '/api/auth/token?grant_type=password', body: { email: 'nobody@example.com', password: 'not the right one' } });
}

const lists = ['/api/admin/today', '/api/admin/orders?limit=50', '/api/products?limit=50', '/api/admin/customers', '/api/admin/log', '/api/comments?limit=50', '/metrics'];

async function desk(at, n) {
  const where = lists[n % lists.length];
  await get(at, { path: where, headers: where === '/metrics' ? { Authorization: `Bearer ${token}` } : at.owner });
}

async function picture(at) {
  const headers = { ...at.owner, 'Content-Type': 'image/png' };
  const { status, text } = await get(at, { path: '/api/admin/pictures', body: png(600), headers });
  if (status !== 201) throw new Error(`${status} ${text.slice(0, 200)}`);
}

async function write(at, n) {
  const body = { name: 'Ana', email: `ana${n}@example.com`, message: 'Buenos días, ¿hacen persianas?' };
  await get(at, { path: '/api/functions/send-contact-message', body });
}

async function bearer(shop, credentials) {
  const { text } = await ask(shop, { path: '/api/auth/token?grant_type=password', body: credentials });
  return { Authorization: `Bearer ${JSON.parse(text).access_token}` };
}

/** A picture that nobody has seen before: noise in large squares. */
function png(side) {
  const rows = Array.from({ length: side / 20 }, () => {
    const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: side / 20 }, () => Buffer.from(randomBytes(3).toString('hex').repeat(20), 'hex'))]);
    return Buffer.concat(Array.from({ length: 20 }, () => row));
  });
  const chunk = (name, data) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]);
}

/** Memory that is the program's own, open files, and the log of writes, from the beginning to the end. */
async function watch({ shop: { pid, data }, end }) {
  const seen = [];
  while (performance.now() < end) {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const pss = Number(/^Pss:\s+(\d+)/m.exec(rollup)[1]) * 1024;
    const wal = statSync(path.join(data, 'manetes.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0;
    seen.push({ pss, files: readdirSync(`/proc/${pid}/fd`).length, wal });
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return seen.slice(Math.floor(seen.length * warm));
}

function tell({ shop, answers }, seen) {
  const median = (part, of) => quantile(part.map(of), 0.5);
  const third = Math.ceil(seen.length / 3);
  const [first, last] = [seen.slice(0, third), seen.slice(-third)];
  const [before, after] = [median(first, ({ pss }) => pss), median(last, ({ pss }) => pss)];
  const drift = after / before - 1;
  const memory = `${(before / MiB).toFixed(1)} to ${(after / MiB).toFixed(1)} MiB, ${(drift * 100).toFixed(1)} %`;
  figure('memory from the first third to the last', `${memory} (≤ 10 %)`, drift <= 0.1);
  figure('memory at most', `${(Math.max(...seen.map(({ pss }) => pss)) / MiB).toFixed(1)} MiB`, true);
  const [few, many] = [median(first, ({ files }) => files), median(last, ({ files }) => files)];
  figure('open files from the first third to the last', `${few} to ${many}`, many <= few + 8);
  const wal = Math.max(...seen.map((look) => look.wal)) / MiB;
  figure('log of writes at most', `${wal.toFixed(1)} MiB (≤ 64)`, wal <= 64);
  figure(`failures of ${answers.count} answers`, answers.failed.slice(0, 3).join('; ') || '0', answers.failed.length === 0);
  const orders = JSON.parse(command(shop, 'list-orders', '--status', 'paid', '--json')).length;
  const mails = readdirSync(path.join(shop.data, 'mail')).length;
  const pictures = readdirSync(path.join(shop.data, 'media')).length;
  console.log(`        ${minutes} minutes: ${orders} paid orders, ${mails} mails, ${pictures} files of pictures`);
}

await withShop(['--limits', 'relaxed', '--log', 'warn', '--metrics-token', token], soak);
