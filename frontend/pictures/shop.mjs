// The program with the demo shop on a directory of its own, and a day's work in it: what pictures of it are taken of.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** How long the program may take to answer on a busy machine, in milliseconds. */
const patience = 120_000;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts `binary`; answers where the shop is, its administrator, and how to end it. */
export async function open(binary) {
  const data = await mkdtemp(path.join(tmpdir(), 'manetes-pictures-'));
  const url = `http://localhost:${await freePort()}`;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MANETES_')));
  const server = spawn(binary, ['serve', '--demo'], {
    env: { ...env, MANETES_DATA_DIR: data, MANETES_LISTEN: new URL(url).host.replace('localhost', '127.0.0.1'), MANETES_BASE_URL: url, MANETES_LIMITS: 'relaxed' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (log += text));
  const close = async () => {
    const ended = server.exitCode === null ? once(server, 'exit') : null;
    server.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  const deadline = performance.now() + patience;
  while (!(await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false))) {
    assert(server.exitCode === null && performance.now() < deadline, `the program does not answer: ${log}`);
    await pause(100);
  }
  const said = /Administrator: (\S+) with the password (\S+)/.exec(log);
  assert(said, 'the demo has an administrator');
  return { url, admin: { email: said[1], password: said[2] }, close };
}

async function ask(url, method, where, body, headers = {}) {
  const answer = await fetch(url + where, {
    method,
    headers: { Origin: url, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert(answer.ok, `${method} ${where}: ${answer.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

/** Signs a browser's context in as the administrator. */
export async function signIn(context, { url, admin }) {
  const answer = await context.request.post('/api/auth/token?grant_type=password', {
    headers: { Origin: url, 'X-Session-Transport': 'cookie' },
    data: admin,
  });
  assert(answer.ok(), await answer.text());
}

/** The cookies that sign somebody in. */
async function signedIn(url, { email, password }) {
  const answer = await fetch(`${url}/api/auth/token?grant_type=password`, {
    method: 'POST',
    headers: { Origin: url, 'Content-Type': 'application/json', 'X-Session-Transport': 'cookie' },
    body: JSON.stringify({ email, password }),
  });
  assert(answer.ok, await answer.text());
  return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');
}

const people = {
  nuria: { name: 'Núria Puig', address: 'Carrer Major, 14, 2n', city: 'Abrera', postal_code: '08630' },
  jordi: { name: 'Jordi Casals', address: 'Carrer del Sol, 3', city: 'Martorell', postal_code: '08760' },
  ana: { name: 'Ana Beltrán', address: 'Calle Alcalá, 210, 4.º B', city: 'Madrid', postal_code: '28028' },
  pere: { name: 'Pere Soler', address: 'Avinguda Catalunya, 51', city: 'Olesa de Montserrat', postal_code: '08640' },
  lucia: { name: 'Lucía Romero', address: 'Calle Betis, 9', city: 'Sevilla', postal_code: '41010' },
  omar: { name: 'Omar El Amrani', address: 'Carrer Nou, 22', city: 'Esparreguera', postal_code: '08292' },
};

/** Somebody buys without an account; pays unless they do not. Answers the order's id. */
async function buys(url, who, goods, { pays = true } = {}) {
  const to = people[who];
  const email = `${who}@example.com`;
  const items = [];
  for (const [slug, quantity, nth = 0, text] of goods) {
    const { product } = await ask(url, 'GET', `/api/store/store_manetes/products/${slug}?field=slug`);
    const values = text === undefined ? {} : { custom_field_values: [{ custom_field_id: product.custom_fields[0].id, value: text }] };
    items.push({ variant_id: product.variants[nth].id, quantity, ...values });
  }
  const placed = await ask(url, 'POST', '/api/functions/create-order-and-send-email', {
    email, items, locale: 'es', shipping_address: { ...to, country: 'España', phone: '600 123 123' },
  });
  if (!pays) return placed.orderId;
  const pages = { successUrl: `${url}/success`, cancelUrl: `${url}/cart` };
  const { url: page } = await ask(url, 'POST', `/api/orders/${placed.orderId}/payment`, pages, { 'X-Order-Key': placed.orderKey });
  await fetch(page, { method: 'POST', redirect: 'manual', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'action=pay' });
  return placed.orderId;
}

/** Waits until an order has come so far. */
async function becomes(url, cookie, id, status) {
  const deadline = performance.now() + patience;
  for (;;) {
    const order = await ask(url, 'GET', `/api/admin/orders/${id}`, undefined, { Cookie: cookie });
    if (order.status === status) return;
    assert(performance.now() < deadline, `order ${id} is ${order.status}`);
    await pause(200);
  }
}

/** A few days' work: orders in every state, what people wrote, and a withdrawal. Answers what pictures are taken of. */
export async function fill({ url, admin }) {
  const cookie = await signedIn(url, admin);
  const desk = (method, where, body) => ask(url, method, `/api/admin/${where}`, body, { Cookie: cookie });
  const orders = {
    delivered: await buys(url, 'pere', [['extintor-polvo-abc', 1], ['detector-humo-diez-anos', 2]]),
    shipped: await buys(url, 'omar', [['cilindro-seguridad-leva', 1], ['escudo-protector-antitaladro', 1]]),
    refunded: await buys(url, 'lucia', [['candado-arco-templado', 2]]),
    unpaid: await buys(url, 'nuria', [['kit-rodillo-antigota', 1]], { pays: false }),
    paid: await buys(url, 'ana', [['taladro-atornillador-18v', 1]]),
    withdrawn: await buys(url, 'jordi', [['grifo-lavabo-monomando', 1], ['latiguillo-flexible-inox', 2]]),
    new: await buys(url, 'nuria', [['bombilla-led-e27', 6], ['interruptor-diferencial-40a', 1], ['enchufe-usb-c', 2]]),
  };
  for (const [name, id] of Object.entries(orders)) if (name !== 'unpaid') await becomes(url, cookie, id, 'paid');
  await desk('POST', `orders/${orders.delivered}/ship`, { carrier: 'correos', tracking_number: 'PQ4E8X0700012340108001A' });
  await desk('POST', `orders/${orders.delivered}/deliver`, {});
  await desk('POST', `orders/${orders.shipped}/ship`, { carrier: 'seur', tracking_number: 'PQ4E8X0700012340108002B' });
  await desk('POST', `orders/${orders.refunded}/refund`, { amount_in_cents: 300, elsewhere: true, reason: 'Golpe en el embalaje' });
  await ask(url, 'POST', '/api/withdrawals', { name: people.jordi.name, contract: orders.withdrawn, email: 'jordi@example.com' });
  const write = (name, body) => ask(url, 'POST', `/api/functions/${name}`, { email: 'marta@example.com', ...body });
  await write('send-budget-request', {
    name: 'Marta Vila', phone: '600 456 456', service: 'electrician', town: 'Abrera',
    message: 'Hola, se me va la luz cuando pongo el horno y la lavadora a la vez. ¿Podéis mirar el cuadro y darme precio?',
  });
  await write('send-budget-request', {
    name: 'Comunitat Sant Jaume 8', phone: '600 789 789', service: 'painter', town: 'Martorell', email: 'santjaume8@example.com',
    message: 'Necesitamos pintar la escalera, cuatro plantas. Sin prisa, en otoño.',
  });
  await write('send-contact-message', { name: 'Pau Ribas', email: 'pau@example.com', message: '¿Abrís los sábados por la tarde?' });
  const quotes = await desk('GET', 'quotes');
  return { orders, quote: quotes.quotes[1].id };
}
