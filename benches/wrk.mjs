// What `wrk` says: requests a second over many connections, and how long one in a hundred took, in milliseconds.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function wrk({ port }, path, { seconds = 5, connections = 32, headers = {} } = {}) {
  const all = { 'Accept-Encoding': 'br', ...headers };
  const said = Object.entries(all).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...said, `http://127.0.0.1:${port}${path}`];
  const { stdout } = await run('wrk', words);
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  if (failed) throw new Error(`${path}: ${failed} answers were refusals`);
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout);
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]), p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit] };
}
