// Fetches the code and texts of a page when the reader is about to open it.

import { pageAt } from './routes';
import { applyWholeStyle } from './style';

function prefetch(event: Event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.origin !== location.origin) return;
  // A page whose code is here shows at once, so its style comes first. A failed prefetch is no
  // failure: the click will try again.
  applyWholeStyle()
    .then(() => pageAt(link.pathname)?.load())
    .catch(() => undefined);
}

export function prefetchPages() {
  for (const kind of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(kind, prefetch, { passive: true });
  }
}
