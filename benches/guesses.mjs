// How many passwords somebody may try at one account, and whether its owner still gets in: 10,000 guesses with headers
// that claim another address each time. First straight at the shop, then through a proxy it trusts, which names ten
// thousand real addresses. The guessing takes less than the 15 minutes the limit speaks of; what they allow in all is
// what was let through now and one more for each half minute that is left. While a great many addresses guess, the
// password alone does not do in a new browser: there the owner gets in by mail.

import http from 'node:http';
import { ask, figure, mailedTokens, makeAccounts, password, withShop } from './shop.mjs';

const guesses = 10_000;
const [most, window, refill] = [50, 900, 30];
const email = 'ana@example.com';
// Whoever guesses uses up what one address may ask for at all.
const ownersPlace = '127.0.0.9';

await withShop([], (shop) => run('claimed addresses, believed by nobody', shop, forged));
await withShop(['--trusted-proxies', '127.0.0.0/8'], (shop) => run('as many real addresses', shop, real));

function forged(n) {
  const ip = address(n);
  return { 'X-Forwarded-For': ip, Forwarded: `for=${ip}`, 'X-Real-IP': ip, 'CF-Connecting-IP': ip, 'True-Client-IP': ip };
}

function real(n) {
  return { 'X-Forwarded-For': `192.0.2.1, ${address(n)}`, Forwarded: 'for=192.0.2.1', 'X-Real-IP': '192.0.2.1' };
}


function address(n) {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

async function run(name, shop, headersOf) {
  await makeAccounts(shop, [email]);
  const device = await signIn(shop, {}, '203.0.113.1');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const begun = Date.now();
  const statuses = {};
  let next = 0;
  const guesser = async () => {
    while (next < guesses) {
      const n = next++;
      const { status } = await token(shop, `guess number ${n}`, { agent, headers: headersOf(n) });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, guesser));
  agent.destroy();
  const seconds = (Date.now() - begun) / 1000;
  const compared = statuses[400] ?? 0;
  const inAll = compared + Math.floor((window - seconds) / refill);
  console.log(`\n-- ${name}: ${JSON.stringify(statuses)} in ${seconds.toFixed(0)} s`);
  figure('guesses compared', `${compared}, at most ${inAll} in 15 minutes`, inAll <= most);
  figure('nothing but refusals', Object.keys(statuses).join(', '), Object.keys(statuses).every((s) => s === '400' || s === '429'));
  const known = await signIn(shop, { Cookie: device.cookie }, '203.0.113.1');
  figure('the owner signs in where they did before', known.status, known.status === 200);
  const elsewhere = await signIn(shop, {}, '203.0.113.77');
  const expected = headersOf === real ? 429 : 200;
  figure('with the password in a new browser', elsewhere.status, elsewhere.status === expected);
  const byMail = await signInByMail(shop);
  figure('by mail in a new browser', byMail, byMail === 200);
}

async function signInByMail(shop) {
  const headers = { ...browser(shop), 'X-Forwarded-For': '203.0.113.78' };
  const from = ownersPlace;
  await ask(shop, { path: '/api/auth/otp', body: { email, create_user: false }, headers, from });
  const token_hash = (await mailedTokens(shop, [email], 'magiclink')).get(email);
  const body = { type: 'magiclink', email, token_hash };
  return (await ask(shop, { path: '/api/auth/verify', body, headers, from })).status;
}

function browser({ port }) {
  return { 'X-Session-Transport': 'cookie', Origin: `http://localhost:${port}` };
}

async function signIn(shop, headers, ip) {
  const answer = await token(shop, password, {
    headers: { ...browser(shop), 'X-Forwarded-For': ip, ...headers },
    from: ownersPlace,
  });
  const kept = answer.headers['set-cookie']?.find((cookie) => cookie.startsWith('manetes-device='));
  return { status: answer.status, cookie: kept?.split(';')[0] ?? '' };
}

function token(shop, text, options) {
  return ask(shop, { path: '/api/auth/token?grant_type=password', body: { email, password: text }, ...options });
}
