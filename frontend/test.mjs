// Bundles every *.test.ts under src/ and runs them with node's own test runner. Arguments are the runner's.
import * as esbuild from 'esbuild';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { localesPlugin } from './locales.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const outdir = path.join(root, 'node_modules', '.cache', 'tests');
rmSync(outdir, { recursive: true, force: true });
const tests = readdirSync(path.join(root, 'src'), { recursive: true }).filter((file) =>
  /\.test\.tsx?$/.test(file),
);
await esbuild.build({
  absWorkingDir: root,
  entryPoints: tests.map((file) => `src/${file}`),
  outdir,
  outExtension: { '.js': '.mjs' },
  outbase: 'src',
  bundle: true,
  packages: 'external',
  plugins: [localesPlugin(path.join(root, '..', 'locales'))],
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  logLevel: 'warning',
});
const built = readdirSync(outdir, { recursive: true }).filter((file) => file.endsWith('.mjs'));
const run = spawnSync(
  process.execPath,
  ['--test', ...process.argv.slice(2), ...built.map((file) => path.join(outdir, file))],
  { cwd: root, stdio: 'inherit' },
);
process.exit(run.status ?? 1);
