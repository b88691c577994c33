// Keeps the firm's telephone number at hand when there is no connection: a page that could not be fetched is
// answered with /offline, in the language last read here. It never keeps a page of the site, nor anything of the API.

declare const self: ServiceWorkerGlobalScope;
/** Changes with every build. */
declare const BUILD: string;
export {};

/** Named on the cookies page, as everything a browser keeps. Holds the page. */
const cacheKey = 'manetes-offline';
/** Holds the assets of one build. */
const assetsCache = `${cacheKey}-${BUILD}`;
const page = '/offline';
const assets = '/assets/';
/** What stands in the cart is kept by the browser itself. */
const cartPages = ['/cart', '/checkout'];
const isDesk = /^\/admin(\/|$)/;

self.addEventListener('install', () => void self.skipWaiting());

// A new worker means a new build. Pages that are open keep what they have loaded; nothing here is part of them.
self.addEventListener('activate', (event) => event.waitUntil(begin()));

self.addEventListener('message', (event) => {
  if (typeof event.data === 'string') event.waitUntil(keepPage(event.data));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(navigate(event));
  else if (pathname.startsWith(assets)) event.respondWith(asset(request));
});

async function begin(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(`${cacheKey}-`) && name !== assetsCache);
  await Promise.all(others.map((name) => caches.delete(name)));
  // The worker's own start must not delay a page.
  await self.registration.navigationPreload.enable();
}

/** Fetches the page for a language, as anybody would get it. */
async function keepPage(lang: string): Promise<void> {
  const cache = await caches.open(cacheKey);
  try {
    const answer = await fetch(`${page}?lang=${encodeURIComponent(lang)}`, { credentials: 'omit' });
    if (answer.ok) await cache.put(page, answer);
  } catch {
    // The connection is gone already: the copy of the last visit stays.
  }
}

async function navigate(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    return preloaded ?? (await fetch(event.request));
  } catch (error) {
    const cache = await caches.open(cacheKey);
    const kept = await cache.match(page, { ignoreVary: true });
    if (kept === undefined) throw error;
    const { pathname } = new URL(event.request.url);
    if (cartPages.includes(pathname)) return speakingOf('cart', kept);
    return isDesk.test(pathname) ? speakingOf('desk', kept) : kept;
  }
}

/** The page as it speaks of the cart, or to the owner. */
async function speakingOf(what: 'cart' | 'desk', kept: Response): Promise<Response> {
  const html = (await kept.text()).replace('<html', `<html data-for="${what}"`);
  return new Response(html, { headers: kept.headers });
}

/** A name with a hash has the same bytes for ever. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(assetsCache);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
