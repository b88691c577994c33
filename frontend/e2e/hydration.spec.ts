// React taking over the server's HTML, with React's development build: the one that ships says nothing
// about attributes that differ.

import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { localesPlugin } from '../locales.mjs';
import { langCodes } from './support/texts';
import { test } from './support/test';

test.describe('the page in the browser equals the one the server sent', () => {
  for (const lang of langCodes) {
    test.describe(() => {
      test.use({ lang, serviceWorkers: 'block' });

      test(`in ${lang}`, async ({ visitor, page, context, shop }) => {
        const body = await developmentBuild();
        await context.route(/\/assets\/app-[^/]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
        const slugs = ['cilindro-seguridad-leva', 'placa-puerta-grabada', 'ventilador-techo-madera'];
        const products = await Promise.all(slugs.map((slug) => shop.pathOf(slug)));
        const lists = ['/', '/?service=urgencias', '/store', '/store?page=2', '/store?q=led'];
        const others = ['/cart', '/login', '/register', '/check-email', '/welcome', '/success', '/checkout'];
        const recovery = ['/login?with=code', '/recover', '/recover?step=password', '/verify'];
        for (const address of [...lists, ...products, ...others, ...recovery]) {
          await visitor.open(address);
          if (/^\/(\?|$)/.test(address)) await visitor.aliveBelow();
          if (products.includes(address)) await visitor.aliveBelow(page, 'comments-title');
          // No browser promises to be idle ever.
          await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 })));
        }
      });
    });
  }
});

let built: Promise<string> | undefined;

/** The browser's code in one piece. */
function developmentBuild(): Promise<string> {
  built ??= esbuild
    .build({
      absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
      entryPoints: ['src/entry-client.tsx'],
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      target: 'es2022',
      plugins: [localesPlugin(fileURLToPath(new URL('../../locales', import.meta.url)))],
      define: { 'process.env.NODE_ENV': '"development"' },
      logLevel: 'error',
    })
    .then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return built;
}
