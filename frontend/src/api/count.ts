// Tells the server that something happened, for it to count: no cookie goes along, and nothing about anybody.

import type { Counted } from './types';
import { resourcePaths } from './paths';

/** Pages that are counted apart, by their names; `counted.rs` does the same for those that come from the server. */
const apart: string[] = ['home', 'store', 'product', 'cart', 'checkout', 'contact', 'quote'] satisfies Counted[];
const uncounted = ['admin', 'offline', 'not-found'];

export function count(what: Counted) {
  if (!navigator.onLine) return;
  // What is not counted is nobody's trouble.
  fetch(resourcePaths.count(what), { method: 'POST', keepalive: true, credentials: 'omit' }).catch(() => undefined);
}

/** Counts a page that the reader went to within the site; the first one the server has counted itself. */
export function countPage(name: string | undefined) {
  if (name !== undefined && !uncounted.includes(name)) count(apart.includes(name) ? (name as Counted) : 'other');
}

/** Counts calls and chats, wherever their links stand. */
export function countContacts() {
  document.addEventListener('click', ({ target }) => {
    const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : null;
    if (!href || location.pathname.startsWith('/admin')) return;
    if (href.startsWith('tel:')) count('call');
    else if (href.startsWith('https://wa.me/')) count('whatsapp');
  });
}
