// Pebble, an authority that certifies as Let's Encrypt does.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { host } from './attacks.mjs';
import { freePort, until } from './shop.mjs';

/** Its certificates last so many seconds. With the options of `serve` for a shop that is certified by it. */
export async function startAuthority(life) {
  const folder = mkdtempSync(path.join(tmpdir(), 'manetes-pebble-'));
  const own = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=pebble -keyout key.pem -out api.pem -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE';
  execFileSync('openssl', own.split(' '), { cwd: folder, stdio: 'ignore' });
  const ports = [];
  for (let n = 0; n < 7; n++) ports.push(await freePort());
  const [api, management, names, questions, plain, https, tlsPort] = ports;
  const [at, ca] = [(port) => `127.0.0.1:${port}`, path.join(folder, 'api.pem')];
  const pebble = {
    listenAddress: at(api),
    managementListenAddress: at(management),
    certificate: 'api.pem',
    privateKey: 'key.pem',
    httpPort: plain,
    tlsPort,
    ocspResponderURL: '',
    certificateValidityPeriod: life,
  };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ pebble }));
  const around = { cwd: folder, stdio: 'ignore', env: { ...process.env, PEBBLE_VA_NOSLEEP: '1' } };
  const off = ['-http01=', '-https01=', '-tlsalpn01=', '-defaultIPv6='];
  const programs = [
    spawn('pebble-challtestsrv', [...off, `-dns01=${at(questions)}`, `-management=${at(names)}`], around),
    spawn('pebble', ['-config=config.json', `-dnsserver=${at(questions)}`], around),
  ];
  const stop = () => {
    for (const program of programs) program.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  await until(() => new Promise((resolve) => net.connect(management, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))));
  const options = ['--limits', 'normal', '--domain', host, '--base-url', `https://${host}:${https}`];
  options.push('--listen', at(https), '--listen-http', at(plain), '--acme-directory', `https://${at(api)}/dir`, '--acme-ca-file', ca);
  const root = () => execFileSync('curl', ['-sf', '--cacert', ca, `https://${at(management)}/roots/0`]).toString();
  return { options, https, root, stop };
}
