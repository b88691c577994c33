// The floor: what the machine can do at most, the same framework and database with nothing in between (examples/floor.rs).
// `MANETES_FLOOR` names another build of it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, freePort, root, until } from './shop.mjs';

const program = process.env.MANETES_FLOOR ?? path.join(root, 'target/release/examples/floor');

/** Starts it, lets `measure` have it, and ends it. */
export async function withFloor(measure) {
  const folder = await mkdtemp(path.join(tmpdir(), 'manetes-bench-floor-'));
  const port = await freePort();
  const begun = performance.now();
  const floor = spawn(program, [String(port), folder], { stdio: 'ignore' });
  process.once('exit', () => floor.kill('SIGKILL'));
  try {
    await until(() => ask({ port }, { path: '/constant?bytes=1' }).then(({ status }) => status === 200).catch(() => false), 1);
    return await measure({ port, pid: floor.pid, startedMs: performance.now() - begun });
  } finally {
    if (floor.exitCode === null && floor.kill()) await once(floor, 'exit');
    await rm(folder, { recursive: true });
  }
}
