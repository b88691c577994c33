// Builds everything the binary embeds, into dist/:
//   assets/        hashed client chunks, stylesheet and fonts; beside every text of dist/ its .br, which is what is embedded
//   server.js      one script that renders a page inside the binary's JavaScript engine
//   manifest.json  what a page document must name: entry, stylesheet text, preloads, fonts
//   texts/         what the server says itself, a file per language
//   public/        files served at the root of the site, the worker for visits without a connection among them
import * as esbuild from 'esbuild';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { localesPlugin, writeServerTexts } from './locales.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
/** `node build.mjs <locales> <dist>` builds with other texts into another place. */
const [locales = path.join(root, '..', 'locales'), dist = path.join(root, 'dist')] = process.argv.slice(2);
const cache = path.join(root, 'node_modules', '.cache');

/** Routes whose page is not a chunk of its own; the binary finds every route name in the manifest. */
const routesWithoutChunk = ['my-orders'];

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  jsx: 'automatic',
  legalComments: 'none',
  // Arabic as it is, not as six letters for one.
  charset: 'utf8',
  logLevel: 'warning',
  plugins: [localesPlugin(locales)],
  define: { 'process.env.NODE_ENV': '"production"' },
};

const target = ['es2022', 'safari16.4'];

/** What makes a page alive, and what fetches that once the page is there. */
const entry = 'src/entry-client.tsx';
const start = 'src/entry-start.ts';

/** What stands in the documents of some routes, to be run before the page is laid out. */
const inline = { source: 'src/entry-from-top.ts', routes: ['home', 'store', 'product'] };

/**
 * Much of what every page loads is run as it starts. Said so, browsers that know the words compile it while it arrives,
 * beside the page's own thread (https://v8.dev/blog/explicit-compile-hints); the others read a comment.
 */
const compileAtOnce = '//# allFunctionsCalledOnLoad\n';

/**
 * Whatever is loaded on demand names the entry, which is here long before it. So all that every page loads is shared by
 * the same files, and becomes one chunk instead of twenty small ones, which compress to 6 kB more.
 */
const oneFrame = {
  name: 'one-frame',
  setup(build) {
    const onDemand = new Set();
    build.onResolve({ filter: /^\./ }, async ({ path: asked, kind, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const found = await build.resolve(asked, { kind: 'import-statement', resolveDir });
      onDemand.add(found.path);
      return found;
    });
    build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path: file }) =>
      onDemand.has(file)
        ? { contents: `${await readFile(file, 'utf8')}\nimport ${JSON.stringify(path.join(root, entry))};`, loader: 'tsx' }
        : undefined,
    );
  },
};

function buildClient(out, deskSheet) {
  return esbuild.build({
    ...common,
    plugins: [oneFrame, ...common.plugins],
    entryPoints: { app: entry },
    outdir: path.join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    target,
    define: { ...common.define, DESK_SHEET: JSON.stringify(`/assets/${deskSheet}`) },
  });
}

/** The script in front of all others, without any of them in it. */
function buildStart(out) {
  return esbuild.build({
    ...common,
    entryPoints: { start },
    outdir: path.join(out, 'assets'),
    entryNames: '[name]-[hash]',
    format: 'esm',
    target,
  });
}

async function inlineScript() {
  const { outputFiles } = await esbuild.build({ ...common, entryPoints: [inline.source], format: 'iife', target, write: false });
  return { script: outputFiles[0].text.trim(), routes: inline.routes };
}

/** The owner's desk is drawn in the browser only: its code and its texts are nothing to the server. */
const withoutDesk = {
  name: 'without-desk',
  setup(build) {
    const desk = /^(\.\/routes\/admin|locales:\w+\/desk)$/;
    build.onResolve({ filter: desk }, () => ({ path: 'desk', namespace: 'nothing' }));
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export const Admin = null; export default {};' }));
  },
};

/** The server bundle: one plain script without `import`, for an engine that has no modules and no Intl. */
function buildServer(out) {
  return esbuild.build({
    ...common,
    plugins: [withoutDesk, ...common.plugins],
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

/** The worker at the site's root. Its bytes change with every build, for that is how browsers notice a new one. */
function buildWorker(out, page) {
  const hash = createHash('sha256').update(JSON.stringify(page)).digest('hex').slice(0, 8);
  return esbuild.build({
    ...common,
    entryPoints: ['worker/sw.ts'],
    outfile: path.join(out, 'public', 'sw.js'),
    format: 'iife',
    target,
    define: { BUILD: JSON.stringify(hash) },
  });
}

/** The script of the page at /captcha, which only holds somebody else's. */
function buildCaptcha(out) {
  return esbuild.build({
    ...common,
    entryPoints: ['captcha/frame.ts'],
    outfile: path.join(out, 'public', 'captcha.js'),
    format: 'iife',
    target,
  });
}

/**
 * What the pages most people arrive at inline instead of the whole stylesheet: all they show before
 * somebody touches them. The whole one follows as a file (src/style.ts). Other pages inline it all.
 * The file goes without the ground: its typefaces and rules for everything, said again, would make the browser measure every
 * text and lay out the page once more, and being first in the order of sheets they change nothing for those that follow.
 */
const ground = ['ui/tokens', 'ui/base'];
const frame = [...ground, 'ui/controls', 'ui/no-scripts', 'ui/states', 'features/site/site', 'features/site/tape'];
const firstSheets = {
  home: [...frame, 'ui/tabs', 'ui/carousel', 'ui/emergency', 'ui/field', 'ui/panel', 'features/catalogue/cards', 'features/contact/contact', 'features/home/firm', 'features/home/home', 'features/home/services', 'features/home/work', 'features/tariff/price-now'],
  store: [...frame, 'ui/panel', 'features/catalogue/cards', 'features/catalogue/store'],
  contact: [...frame, 'ui/controls-later', 'ui/emergency', 'ui/field', 'ui/notice', 'ui/panel', 'features/contact/complaint', 'features/contact/contact', 'features/contact/contact-page', 'features/tariff/price-now'],
  quote: [...frame, 'ui/columns', 'ui/controls-later', 'ui/emergency', 'ui/field', 'ui/notice', 'ui/panel', 'features/contact/contact', 'features/contact/quote'],
  product: [...frame, 'ui/back-link', 'ui/notice', 'ui/field', 'ui/stepper', 'features/catalogue/cards', 'features/catalogue/energy', 'features/catalogue/product', 'features/comments/comments'],
};

/** Bundles sheets under src/ in the order given; the fonts they name come along as files. */
async function bundleSheets(out, sheets) {
  const result = await esbuild.build({
    ...common,
    stdin: {
      contents: [
        '@layer reset, tokens, base, components, utilities;',
        ...sheets.map((file) => `@import ${JSON.stringify(`./src/${file}.css`)};`),
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
  const isSheet = (file) => file.path.endsWith('.css');
  return {
    css: result.outputFiles.find(isSheet).text.trim(),
    fonts: result.outputFiles.filter((file) => !isSheet(file)),
  };
}

/** Writes a sheet beside the scripts; answers its file, named after what is in it. */
async function writeSheet(out, name, css) {
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8).toUpperCase();
  const file = `${name}-${hash}.css`;
  await writeFile(path.join(out, 'assets', file), css);
  return file;
}

/** The sheet of the owner's desk, which no other page needs: features/desk/sheet.ts asks for it. */
async function buildDeskSheet(out) {
  const sheets = ['desk', 'today', 'rows', 'order', 'visits', 'inbox/inbox', 'products/products', 'settings/settings', 'tariff/tariff', 'invoices/invoices'];
  for (const file of await readdir(path.join(root, 'src/features/desk'), { recursive: true })) {
    if (file.endsWith('.css') && !sheets.includes(file.slice(0, -'.css'.length))) throw new Error(`no page loads ${file}`);
  }
  const { css } = await bundleSheets(out, sheets.map((sheet) => `features/desk/${sheet}`));
  return await writeSheet(out, 'desk', css);
}

/**
 * One stylesheet for all other pages. A sheet imported from a lazy route would never be loaded
 * (`import()` brings scripts only), so every *.css under src/ is gathered here.
 */
async function buildStylesheet(out) {
  const files = await readdir(path.join(root, 'src'), { recursive: true });
  // The primitives of ui/ first, so that a feature's sheet can adapt them.
  const rank = (file) => (file.startsWith('ui') ? 0 : 1);
  const sheets = files
    .filter((file) => file.endsWith('.css') && !file.startsWith('features/desk/'))
    .map((file) => file.slice(0, -'.css'.length))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const { css, fonts } = await bundleSheets(out, sheets);
  const styles = {};
  for (const [route, first] of Object.entries(firstSheets)) {
    const inOrder = sheets.filter((sheet) => first.includes(sheet));
    styles[route] = (await bundleSheets(out, inOrder)).css;
  }
  const further = await bundleSheets(out, sheets.filter((sheet) => !ground.includes(sheet)));
  const file = await writeSheet(out, 'style', further.css);
  for (const font of fonts) {
    await writeFile(path.join(out, 'assets', path.basename(font.path)), font.contents);
  }
  return { css, file, styles, fonts: fonts.map((font) => path.basename(font.path)) };
}

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));

/** An output and everything it imports statically, the output first. */
function withStaticImports(outputs, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { kind, path: imported } of outputs[file].imports) {
    if (kind === 'import-statement') withStaticImports(outputs, imported, seen);
  }
  return seen;
}

async function manifest(outputs, starts, inline, { css, file: stylesheet, styles, fonts }) {
  const codes = Object.keys(await readJson(path.join(locales, 'languages.json')));
  const sections = await readJson(path.join(root, 'src', 'routes', 'sections.json'));
  const names = (files) => [...files].map((file) => path.basename(file));
  const chunkOf = (source) =>
    Object.keys(outputs).find((file) => outputs[file].entryPoint === source);
  const app = chunkOf(entry);
  const firstLoad = withStaticImports(outputs, app);
  const extraChunks = (file) =>
    names([...withStaticImports(outputs, file)].filter((chunk) => !firstLoad.has(chunk)));

  /** The files of sections of the texts, by language. */
  const textsOf = (names) =>
    Object.fromEntries(
      codes.map((code) => [code, names.flatMap((name) => extraChunks(chunkOf(`locales:${code}/${name}`)))]),
    );

  const routes = Object.fromEntries(routesWithoutChunk.map((name) => [name, []]));
  const texts = {};
  for (const [file, { entryPoint = '', exports }] of Object.entries(outputs)) {
    const name = path.basename(entryPoint).replace(/\.tsx?$/, '');
    // A module under routes/ exports its pages by name: CheckEmail is the route check-email.
    if (!entryPoint.startsWith('src/routes/')) continue;
    for (const page of exports) {
      const route = page.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
      routes[route] = extraChunks(file);
      if (sections[name] !== undefined) texts[route] = textsOf(sections[name]);
    }
  }
  const font = (prefix) => fonts.find((file) => file.startsWith(prefix) && file.endsWith('.woff2'));
  return {
    entry: path.basename(app),
    start: path.basename(Object.keys(starts)[0]),
    inline,
    css,
    stylesheet,
    styles,
    preload: names(firstLoad).slice(1),
    routes,
    locales: textsOf(['shop']),
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

/**
 * Bytes of scripts and texts a first visit loads, and of the style inside a document; the landing page shows more. 120 kB
 * were meant; the fifth language, what the law brought and what the shop shows take what is beyond, rather than worse code:
 * nothing that is seen waits for them.
 */
const sizeLimits = { scripts: 126_000, style: { home: 8_500, store: 5_600, product: 6_700, contact: 5_200, quote: 5_400 } };

/** Writes the compressed copies of texts, which are what the binary embeds, and answers the size of each by name, in bytes. */
async function compress(folder) {
  const sizes = {};
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|svg|json)$/.test(file)) continue;
    const small = brotli(await readFile(path.join(folder, file)));
    await writeFile(path.join(folder, `${file}.br`), small);
    sizes[path.relative('assets', file)] = small.length;
  }
  return sizes;
}

/** Tells what a first visit costs, and stops the build when it has become too much. */
function checkSizes(page, sizes) {
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  for (const route of Object.keys(sizeLimits.style)) {
    const texts = page.texts[route]?.es ?? [];
    const files = [page.start, page.entry, ...page.preload, ...page.routes[route], ...page.locales.es, ...texts];
    const cost = { scripts: files.reduce((sum, file) => sum + sizes[file], 0) };
    if (page.styles[route] !== undefined) cost.style = brotli(Buffer.from(page.styles[route])).length;
    const limits = { scripts: sizeLimits.scripts, style: sizeLimits.style[route] };
    for (const [name, bytes] of Object.entries(cost)) {
      const line = `${route}: ${name} ${kb(bytes)} brotli of ${kb(limits[name])}`;
      if (bytes > limits[name]) throw new Error(`too large: ${line}`);
      console.log(line);
    }
  }
}

/** The largest of some files, named as in the assets, among all that were made. */
function largest(files, outputs) {
  const bytes = new Map(Object.entries(outputs).map(([file, { bytes }]) => [path.basename(file), bytes]));
  return files.reduce((most, file) => (bytes.get(file) > bytes.get(most) ? file : most));
}

/** Builds beside dist/ and puts the result in its place, so that dist/ is always whole. */
async function build() {
  const out = path.join(cache, `build-${process.pid}`);
  await rm(out, { recursive: true, force: true });
  await mkdir(path.join(out, 'assets'), { recursive: true });
  const [client, starts, stylesheet] = await Promise.all([
    buildDeskSheet(out).then((deskSheet) => buildClient(out, deskSheet)),
    buildStart(out),
    buildStylesheet(out),
    buildServer(out),
  ]);
  const page = await manifest(client.metafile.outputs, starts.metafile.outputs, await inlineScript(), stylesheet);
  const frameFile = path.join(out, 'assets', largest(page.preload, client.metafile.outputs));
  await writeFile(frameFile, compileAtOnce + (await readFile(frameFile, 'utf8')));
  await writeFile(path.join(out, 'manifest.json'), JSON.stringify(page));
  await cp(path.join(root, 'public'), path.join(out, 'public'), { recursive: true });
  await Promise.all([buildWorker(out, page), buildCaptcha(out)]);
  checkSizes(page, await compress(out));
  await writeServerTexts(locales, path.join(out, 'texts'));
  await rm(dist, { recursive: true, force: true });
  await rename(out, dist);
}

await build();
