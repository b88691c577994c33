// What a whole order costs: placed, paid on the sandbox's page, told by the provider, invoiced and mailed. In processor time
// of the shop, which does not depend on how fast this program is. `MANETES_BINARY` names another build to compare with.

import http from 'node:http';
import { buyerOf, letItInvoice, processorMs, purchase, rest, withShop } from './shop.mjs';

const orders = Number(process.env.ORDERS ?? 300);
const buyers = 4;

await withShop(['--limits', 'relaxed'], measure);

async function measure(shop) {
  letItInvoice(shop);
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
