import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
const text = (ending: RegExp) =>
  files.filter((file) => ending.test(file) && !file.includes('.test.') && file !== 'api/types.ts').map((file) => readFileSync(path.join('src', file), 'utf8')).join('\n');

test('every class that a style sheet knows is one that something has', () => {
  const sheets = text(/\.css$/).replace(/\/\*.*?\*\/|url\([^)]*\)|'[^']*'/gs, '');
  const code = text(/\.tsx?$/);
  const words = new Set(code.match(/[\w-]+/g));
  /** What stands before a part that is known only later, such as `tile--`. */
  const begun = [...code.matchAll(/([\w-]+-)\$\{/g)].flatMap((match) => match[1] ?? []);
  const styled = new Set([...sheets.matchAll(/\.([a-z_][\w-]*)/gi)].flatMap((match) => match[1] ?? []));
  assert(styled.size > 100, 'style sheets are read');
  const unused = [...styled].filter((name) => !words.has(name) && !begun.some((part) => name.startsWith(part)));
  assert.deepEqual(unused, []);
});
