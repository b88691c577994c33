// Whether shoppers notice that AVIF files are made: four at once ask for the store, first at rest, then while pictures
// of 1200 pixels a side wait, which are those of the site, laid down as if the owner had handed them in.

import http from 'node:http';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { ask, figure, quantile, root, withShop } from './shop.mjs';

const site = path.join(root, 'pictures/site');
const widest = readdirSync(site).filter((name) => /^gallery-\d+-1200\.webp$/.test(name));
const seconds = 15;
const most = 10;

const folder = (data) => path.join(data, 'media');
const made = ({ data }) => readdirSync(folder(data)).filter((name) => /-1200\.avif$/.test(name)).length;

function fill(data) {
  mkdirSync(folder(data), { recursive: true });
  widest.forEach((name, n) => {
    const picture = `${String(n).padStart(32, '0')}-1200x800`;
    copyFileSync(path.join(site, name), path.join(folder(data), `${picture}-1200.webp`));
  });
}

async function visit(shop) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  const times = [];
  const end = Date.now() + seconds * 1000;
  const shopper = async () => {
    while (Date.now() < end) {
      const { status, ms } = await ask(shop, { path: '/store', agent, headers: { 'Accept-Encoding': 'br' } });
      if (status !== 200) throw new Error(`/store: ${status}`);
      times.push(ms);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await Promise.all(Array.from({ length: 4 }, shopper));
  agent.destroy();
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), visits: times.length };
}

const told = ({ p50, p99, visits }) => `p99 ${p99.toFixed(1)} ms, median ${p50.toFixed(1)} ms, ${visits} visits`;
const relaxed = ['--limits', 'relaxed'];

const rest = await withShop(relaxed, visit);
figure('the store at rest', told(rest), true);
await withShop(
  relaxed,
  async (shop) => {
    const busy = await visit(shop);
    const done = made(shop);
    figure('while AVIF files are made', `${told(busy)} (≤ ${most} ms more)`, busy.p99 <= rest.p99 + most);
    figure('pictures done meanwhile, and left', `${done} and ${widest.length - done}`, done > 0 && done < widest.length);
  },
  fill,
);
