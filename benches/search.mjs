// How fast the shop proposes while somebody types, with 100,000 products (examples/crowd.rs): every query is typed letter by
// letter, rightly and with slips, in two languages, one request at a time.
//
//     cargo build --release --bins --example crowd && node benches/search.mjs

import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { ask, figure, quantile, root, withShop } from './shop.mjs';

const products = 100_000;
const typed = [
  ['es', 'taladro azul profesional'],
  ['es', 'cilindro reforzado 40 mm'],
  ['es', 'grifos cromados'],
  ['es', 'cerrajero'],
  ['es', 'de siempre para uso diario'],
  ['es', 'tladro'],
  ['es', 'termostatto silencioso'],
  ['es', 'radaidor'],
  ['es', 'serie pogulame'],
  ['es', 'xilófono'],
  ['en', 'hammer drill 4711'],
  ['en', 'thermostta'],
];
const limit = 10;

const crowd = process.env.MANETES_CROWD ?? path.join(root, 'target/release/examples/crowd');
const fill = (data) => execFileSync(crowd, [data, String(products)], { stdio: 'inherit' });

await withShop(
  ['--limits', 'relaxed'],
  async (shop) => {
    const times = [];
    const slowest = { ms: 0, q: '' };
    for (let round = 0; round < 6; round++) {
      for (const [lang, whole] of typed) {
        for (let letters = 2; letters <= whole.length; letters++) {
          const q = whole.slice(0, letters);
          const { status, text, ms } = await ask(shop, { path: `/api/suggestions?lang=${lang}&q=${encodeURIComponent(q)}` });
          if (status !== 200) throw new Error(`${q}: ${status} ${text.slice(0, 200)}`);
          times.push(ms);
          if (ms > slowest.ms) Object.assign(slowest, { ms, q });
        }
      }
    }
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    const said = `p99 ${p99.toFixed(1)} ms, median ${p50.toFixed(1)} ms (≤ ${limit}), slowest ${slowest.ms.toFixed(1)} ms for "${slowest.q}"`;
    figure(`${times.length} suggestions`, said, p99 <= limit);
  },
  fill,
);
