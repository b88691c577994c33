// What a whole order costs: placed, paid on the sandbox's page, told by the provider, invoiced and mailed. In processor time
// of the shop, which does not depend on how fast this program is. `MANETES_BINARY` names another build to compare with.

import { readFileSync } from 'node:fs';
import http from 'node:http';
import { ask, buyerOf, command, withShop } from './shop.mjs';

const orders = Number(process.env.ORDERS ?? 300);
const buyers = 4;
/** Ticks of the processor's clock in a second (`getconf CLK_TCK`). */
const ticks = 100;

await withShop(['--limits', 'relaxed'], measure);

async function measure(shop) {
  command(shop, 'settings', 'set', 'company.nif', 'B12345674');
  command(shop, 'settings', 'set', 'company.address', 'Carrer Major 2, 08630 Abrera');
  const buyer = await buyerOf(shop, 'FON-LAT-40');
  const agent = new http.Agent({ keepAlive: true });
  await Promise.all(Array.from({ length: 20 }, (_, n) => purchase(shop, buyer, n, agent)));
  await rest(shop);

  const [before, begun] = [processorMs(shop), performance.now()];
  let next = 20;
  const worker = async () => {
    while (next < orders + 20) await purchase(shop, buyer, next++, agent);
  };
  await Promise.all(Array.from({ length: buyers }, worker));
  const took = performance.now() - begun;
  await rest(shop);
  const each = (processorMs(shop) - before) / orders;
  agent.destroy();
  console.log(`        processor time of a whole order              ${each.toFixed(2)} ms`);
  console.log(`        orders paid, ${buyers} buyers                       ${((orders * 1000) / took).toFixed(0)} a second`);
}

async function purchase(shop, buyer, n, agent) {
  const { orderId } = JSON.parse((await buyer(n, agent)).text);
  const { token, items } = buyer;
  const here = `http://127.0.0.1:${shop.port}`;
  const headers = { Authorization: `Bearer ${token}` };
  const body = { items, order_id: orderId, locale: 'es', timeZone: 'Europe/Madrid', successUrl: `${here}/success`, cancelUrl: `${here}/cart` };
  const started = await ask(shop, { path: '/api/store/store_manetes/checkout', body, headers, agent });
  const page = new URL(JSON.parse(started.text).url);
  await click(shop, page.pathname + page.search, agent);
  while (JSON.parse((await ask(shop, { path: `/api/orders/${orderId}`, headers, agent })).text).status !== 'paid') {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function click({ port }, path, agent) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => (response.statusCode === 303 ? resolve() : reject(new Error(`${response.statusCode}`))));
    });
    request.on('error', reject).end('action=pay');
  });
}

/** Until nothing is worked on any more: mails go out after the purchase. */
async function rest(shop) {
  for (let last = -Infinity; processorMs(shop) - last > 20; ) {
    last = processorMs(shop);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

function processorMs({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
}
