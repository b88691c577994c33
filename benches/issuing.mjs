// What an invoice costs an order: how many orders a second are placed, begun to be paid and told as paid by the provider, at a
// firm whose tax number is known, which issues an invoice with each, and at one whose is not, which issues none. In turn, so that
// what else the machine does falls on both. Mails and their papers are made meanwhile and after. `MANETES_BINARY` names another build.

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { ask, beginPayment, buyerOf, command, figure, letItInvoice, quantile, withShop } from './shop.mjs';

const orders = Number(process.env.ORDERS ?? 1000);
const rounds = Number(process.env.ROUNDS ?? 3);
const atOnce = 16;
/** Of the orders paid without invoices. */
const part = 0.9;
const [key, secret] = ['sk_test_0123456789abcdefghijklmnop', 'whsec_0123456789abcdefghijklmnop'];

const stripe = await standIn();
const paid = { with: [], without: [] };
for (let round = 0; round < rounds; round++) {
  for (const which of ['without', 'with']) {
    const options = ['--payments', 'stripe', '--stripe-secret-key', key, '--stripe-webhook-secret', secret, '--stripe-api-base', stripe.base];
    const { rate, invoices } = await withShop(['--limits', 'relaxed', ...options], (shop) => measure(shop, which === 'with'));
    if (invoices !== (which === 'with' ? orders : 0)) throw new Error(`${invoices} invoices`);
    paid[which].push(rate);
    console.log(`        orders paid ${which.padEnd(7)} invoices                 ${rate.toFixed(0)} a second`);
  }
}
stripe.close();
const [issued, plain] = [paid.with, paid.without].map((rates) => quantile(rates, 0.5));
figure('orders paid with invoices', `${issued.toFixed(0)} of ${plain.toFixed(0)} a second, ${(issued / plain).toFixed(2)} (≥ ${part})`, issued >= part * plain);

/** Places orders and tells of their payments, many at once; how many a second. */
async function measure(shop, issues) {
  if (issues) letItInvoice(shop);
  const buyer = await buyerOf(shop, 'FON-LAT-40');
  const agent = new http.Agent({ keepAlive: true });
  const begun = performance.now();
  await each(orders, async (n) => {
    const { page } = await beginPayment(shop, buyer, n, agent);
    await tell(shop, stripe.sessions.get(page.pathname.split('/').at(-1)), agent);
  });
  const rate = (orders * 1000) / (performance.now() - begun);
  agent.destroy();
  return { rate, invoices: JSON.parse(command(shop, 'list-invoices', '--json')).length };
}

async function each(count, act) {
  let next = 0;
  const worker = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function tell(shop, session, agent) {
  const done = { ...session, status: 'complete', payment_status: 'paid', payment_intent: `pi_${session.id}`, url: null };
  const event = { id: `evt_${session.id}`, object: 'event', type: 'checkout.session.completed', livemode: false, data: { object: done } };
  const body = Buffer.from(JSON.stringify(event));
  const now = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
  const headers = { 'Stripe-Signature': `t=${now},v1=${signature}` };
  const { status, text: said } = await ask(shop, { path: '/api/webhooks/stripe', body, headers, agent });
  if (status !== 200) throw new Error(`${status} ${said}`);
}

/** A Stripe that opens pages for payments and knows what they are for. */
async function standIn() {
  const sessions = new Map();
  const server = http.createServer(async (request, answer) => {
    const say = (session) => answer.setHeader('content-type', 'application/json').end(JSON.stringify(session));
    const path = request.url.split('?')[0];
    if (request.method === 'POST' && path === '/v1/checkout/sessions') return say(open(new URLSearchParams(await text(request))));
    const known = sessions.get(path.split('/')[4]);
    return known ? say(known) : answer.writeHead(404).end('{}');
  });
  const open = (form) => {
    const id = `cs_test_${sessions.size}`;
    const [amount, currency] = ['unit_amount', 'currency'].map((name) => form.get(`line_items[0][price_data][${name}]`));
    const session = { id, object: 'checkout.session', status: 'open', payment_status: 'unpaid', amount_total: Number(amount), currency, livemode: false, payment_intent: null };
    for (const name of ['client_reference_id', 'success_url', 'cancel_url']) session[name] = form.get(name);
    session.url = `https://checkout.stripe.com/c/pay/${id}`;
    sessions.set(id, session);
    return session;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { sessions, base: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
