// Fetches the code of a page when the reader is about to open it.

import { pageAt } from './routes';

function prefetch(event: Event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.origin !== location.origin) return;
  // A failed prefetch is no failure: the click will try again.
  pageAt(link.pathname)
    ?.load()
    .catch(() => undefined);
}

export function prefetchPages() {
  for (const kind of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(kind, prefetch, { passive: true });
  }
}
