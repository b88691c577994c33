// Whether an answer tells if an address has an account, or if there is an order: for each operation 500 pairs of one that is
// known and one that is not, in random order, one request at a time. Rate limits are relaxed, for they would end the
// measurement and not the leak; the limits of mails per address stay in force. The name of one operation, such as
// `sign-in`, measures that one alone.

import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { ask, buyerOf, figure, makeAccounts, password, quantile, withShop } from './shop.mjs';

const pairs = 500;
/** Two answers may differ by this much, in milliseconds. */
const most = 5;

const operations = {
  'sign-in': (email) => ['/api/auth/token?grant_type=password', { email, password: `${password}?` }],
  'sign-up': (email) => ['/api/auth/signup', { email, password, data: { name: 'Ana' } }],
  recover: (email) => ['/api/auth/recover', { email }],
  resend: (email) => ['/api/auth/resend', { type: 'signup', email }],
  'resend, of a change': (email) => ['/api/auth/resend', { type: 'email_change', email }],
  'sign-in by mail': (email) => ['/api/auth/otp', { email, create_user: false }],
};

const [only] = process.argv.slice(2);
const isAsked = (name) => only === undefined || name === only;

await withShop(['--limits', 'relaxed'], async (shop) => {
  const known = Array.from({ length: pairs }, (_, n) => `known-${n}@example.com`);
  await makeAccounts(shop, known);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (const [name, operation] of Object.entries(operations).filter(([name]) => isAsked(name))) {
    const unknown = known.map((_, n) => `unknown-${name.replace(/\W/g, '')}-${n}@example.com`);
    await measure(name, known, unknown, operation);
  }
  if (isAsked('withdrawal')) {
    const orderOne = await buyerOf(shop, 'FON-LAT-40');
    const orders = [];
    for (const [n] of known.entries()) orders.push(JSON.parse((await orderOne(n, agent)).text).orderId);
    const withdraw = (contract) => ['/api/withdrawals', { name: 'Ana', contract, email: `${contract}@example.com`, lang: 'es' }];
    await measure('withdrawal', orders, orders.map(() => randomUUID()), withdraw);
  }
  agent.destroy();

  async function measure(name, known, unknown, operation) {
    const seen = { known: { ms: [], shapes: new Set() }, unknown: { ms: [], shapes: new Set() } };
    const order = shuffled([...known.map((value) => ['known', value]), ...unknown.map((value) => ['unknown', value])]);
    for (const [kind, value] of order) {
      const [path, body] = operation(value);
      const answer = await ask(shop, { path, body, agent });
      seen[kind].ms.push(answer.ms);
      seen[kind].shapes.add(shape(answer, value));
    }
    report(name, seen);
  }
});

function report(name, { known, unknown }) {
  const shapes = new Set([...known.shapes, ...unknown.shapes]);
  figure(`${name}: one answer for all`, `${shapes.size} kind(s)`, shapes.size === 1);
  if (shapes.size > 1) console.log(...[...shapes].map((text) => `\n  ${text}`));
  const [a, b] = [quantile(known.ms, 0.5), quantile(unknown.ms, 0.5)];
  const values = `${a.toFixed(2)} and ${b.toFixed(2)} ms, ${Math.abs(a - b).toFixed(2)} apart`;
  figure(`${name}: medians, known and unknown`, values, Math.abs(a - b) <= most);
}

/** Status, header names and values in their order, and body, without what is new in every answer. */
function shape({ status, rawHeaders, text }, asked) {
  const headers = [];
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const isNew = ['date', 'x-request-id'].includes(rawHeaders[n].toLowerCase());
    headers.push(`${rawHeaders[n]}: ${isNew ? '…' : rawHeaders[n + 1]}`);
  }
  const body = text
    .replaceAll(asked, 'ASKED')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  // The length goes with what was asked.
  return [status, ...headers.filter((line) => !/^content-length/i.test(line)), body].join(' | ');
}

function shuffled(items) {
  for (let n = items.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [items[n], items[other]] = [items[other], items[n]];
  }
  return items;
}
