// Fetches the code of a page when the reader is about to open it.

import type { I18n } from './i18n';
import { pageAt } from './routes';
import { applyWholeStyle } from './style';

function prefetch(event: Event, i18n: I18n) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.origin !== location.origin) return;
  // A page whose code is here shows at once, so its style comes first. A failed prefetch is no
  // failure: the click will try again.
  applyWholeStyle()
    .then(() => pageAt(link.pathname)?.load(i18n.texts.lang))
    .catch(() => undefined);
}

export function prefetchPages(i18n: I18n) {
  for (const kind of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(kind, (event) => prefetch(event, i18n), { passive: true });
  }
}
