// Builds everything the binary embeds, into dist/:
//   assets/        hashed client chunks and fonts, scripts with .br and .gz beside them
//   server.js      one script that renders a page inside the binary's JavaScript engine
//   manifest.json  what a page document must name: entry, stylesheet text, preloads, fonts
//   public/        files served at the root of the site
import * as esbuild from 'esbuild';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const root = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(root, 'dist');
const cache = path.join(root, 'node_modules', '.cache');

/** What a page shows of modules that are no route. */
const partsOfRoutes = { home: 'src/features/contact/contact.tsx' };

/** Routes whose page is not a chunk of its own; the binary finds every route name in the manifest. */
const routesWithoutChunk = ['my-orders'];

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
};

const target = ['es2022', 'safari16.4'];

function buildClient(out) {
  return esbuild.build({
    ...common,
    entryPoints: { app: 'src/entry-client.tsx' },
    outdir: path.join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    charset: 'utf8',
    target,
  });
}

/** The server bundle: one plain script without `import`, for an engine that has no modules and no Intl. */
function buildServer(out) {
  return esbuild.build({
    ...common,
    entryPoints: ['src/entry-server.tsx'],
    outfile: path.join(out, 'server.js'),
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['edge-light', 'browser'],
    target: 'es2020',
    alias: { 'react-dom/server': 'react-dom/server.edge' },
  });
}

/**
 * One stylesheet for all pages. A sheet imported from a lazy route would never be loaded
 * (`import()` brings scripts only), so every *.css under src/ is gathered here.
 */
async function buildStylesheet(out) {
  const files = await readdir(path.join(root, 'src'), { recursive: true });
  // The primitives of ui/ first, so that a feature's sheet can adapt them.
  const rank = (file) => (file.startsWith('ui') ? 0 : 1);
  const sheets = files
    .filter((file) => file.endsWith('.css'))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const result = await esbuild.build({
    ...common,
    stdin: {
      contents: [
        '@layer reset, tokens, base, components, utilities;',
        ...sheets.map((file) => `@import ${JSON.stringify(`./src/${file}`)};`),
      ].join('\n'),
      loader: 'css',
      resolveDir: root,
    },
    outdir: path.join(out, 'assets'),
    assetNames: '[name]-[hash]',
    publicPath: '/assets',
    loader: { '.woff2': 'file' },
    target,
    write: false,
  });
  let css = '';
  for (const file of result.outputFiles) {
    if (file.path.endsWith('.css')) css = file.text.trim();
    else await writeFile(path.join(out, 'assets', path.basename(file.path)), file.contents);
  }
  const fonts = Object.keys(result.metafile.outputs).map((file) => path.basename(file));
  return { css, fonts };
}

/** An output and everything it imports statically, the output first. */
function withStaticImports(outputs, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { kind, path: imported } of outputs[file].imports) {
    if (kind === 'import-statement') withStaticImports(outputs, imported, seen);
  }
  return seen;
}

function manifest(outputs, { css, fonts }) {
  const names = (files) => [...files].map((file) => path.basename(file));
  const chunkOf = (source) =>
    Object.keys(outputs).find((file) => outputs[file].entryPoint === source);
  const entry = chunkOf('src/entry-client.tsx');
  const firstLoad = withStaticImports(outputs, entry);
  const extraChunks = (file) =>
    names([...withStaticImports(outputs, file)].filter((chunk) => !firstLoad.has(chunk)));

  // locales/es.legal.json holds what only the pages of routes/legal.ts say.
  const textsOf = (group) =>
    Object.fromEntries(
      Object.entries(outputs).flatMap(([file, { entryPoint = '' }]) => {
        const [, lang, of] = /^src\/locales\/([a-z]+)\.([a-z]+)\.json$/.exec(entryPoint) ?? [];
        return of === group ? [[lang, extraChunks(file)]] : [];
      }),
    );

  const routes = Object.fromEntries(routesWithoutChunk.map((name) => [name, []]));
  const locales = {};
  const texts = {};
  for (const [file, { entryPoint = '', exports }] of Object.entries(outputs)) {
    const name = path.basename(entryPoint).replace(/\.tsx?$/, '');
    if (/^src\/locales\/[a-z]+\.ts$/.test(entryPoint)) locales[name] = extraChunks(file);
    // A module under routes/ exports its pages by name: CheckEmail is the route check-email.
    if (!entryPoint.startsWith('src/routes/')) continue;
    for (const page of exports) {
      const route = page.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
      routes[route] = extraChunks(file);
      const own = textsOf(name);
      if (Object.keys(own).length > 0) texts[route] = own;
    }
  }
  for (const [name, part] of Object.entries(partsOfRoutes)) {
    routes[name] = [...new Set([...routes[name], ...extraChunks(chunkOf(part))])];
  }
  const font = (prefix) => fonts.find((file) => file.startsWith(prefix) && file.endsWith('.woff2'));
  return {
    entry: path.basename(entry),
    css,
    preload: names(firstLoad).slice(1),
    routes,
    locales,
    texts,
    fonts: { latin: font('figtree-latin-wght'), arabic: font('readex-pro-arabic') },
  };
}

const brotli = (bytes) =>
  zlib.brotliCompressSync(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

/** Writes the compressed copies and answers the brotli size of each script, in bytes. */
async function compress(outputs) {
  const sizes = {};
  for (const file of Object.keys(outputs)) {
    const bytes = await readFile(path.join(root, file));
    const small = brotli(bytes);
    await writeFile(path.join(root, `${file}.br`), small);
    await writeFile(path.join(root, `${file}.gz`), zlib.gzipSync(bytes, { level: 9 }));
    sizes[path.basename(file)] = small.length;
  }
  return sizes;
}

/** Builds beside dist/ and puts the result in its place, so that dist/ is always whole. */
async function build() {
  const out = path.join(cache, `build-${process.pid}`);
  await rm(out, { recursive: true, force: true });
  await mkdir(path.join(out, 'assets'), { recursive: true });
  const [client, stylesheet] = await Promise.all([
    buildClient(out),
    buildStylesheet(out),
    buildServer(out),
  ]);
  const page = manifest(client.metafile.outputs, stylesheet);
  await writeFile(path.join(out, 'manifest.json'), JSON.stringify(page));
  await cp(path.join(root, 'public'), path.join(out, 'public'), { recursive: true });
  const sizes = await compress(client.metafile.outputs);
  await rm(dist, { recursive: true, force: true });
  await rename(out, dist);

  const firstLoad = (route) =>
    [page.entry, ...page.preload, ...page.routes[route], ...page.locales.es, ...(page.texts[route]?.es ?? [])]
      .map((file) => sizes[file])
      .reduce((sum, size) => sum + size, 0);
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(
    `first load, brotli: home ${kb(firstLoad('home'))}, store ${kb(firstLoad('store'))}, product ${kb(firstLoad('product'))}, ` +
      `terms ${kb(firstLoad('terms'))}, ` +
      `css ${kb(brotli(Buffer.from(page.css)).length)}`,
  );
}

await build();
