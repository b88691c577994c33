// The stylesheet of the whole site. A page of the shop arrives with only the style it shows at
// first; its document names the file with all other style. The ground, which every document carries, is not in it.

let whole: Promise<void> | null = null;

/** Applies the whole stylesheet; resolves when every page of the site looks as it should. */
export function applyWholeStyle(): Promise<void> {
  whole ??= apply();
  return whole;
}

function apply(): Promise<void> {
  const file = document.querySelector<HTMLScriptElement>('script[data-style]')?.dataset['style'];
  // A document without the name carries the whole stylesheet itself.
  if (file === undefined) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/assets/${file}`;
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => {
      // A page without its style is better than none; the next page tries again.
      link.remove();
      whole = null;
      resolve();
    };
    document.head.append(link);
  });
}

/** What the sheets leave until somebody comes near. */
const left = [
  ...['.promotion', '.about', '.firm', '.pictures', '.contact', '.footer'],
  ...['.cards > li:nth-child(-n + 14)', '.cards > li', '.product-more__facts', '.product-more__rest'],
];

/**
 * Lays it out for the rest of the visit, one part for each frame: all at once would be a long task. React may not have
 * taken over its elements yet.
 */
export function layOutTheRest() {
  if (!CSS.supports('content-visibility', 'auto')) return;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const next = (part: number) => {
    if (left[part] === undefined) return;
    sheet.insertRule(`${left[part]} { content-visibility: visible }`);
    requestAnimationFrame(() => next(part + 1));
  };
  requestAnimationFrame(() => next(0));
}
