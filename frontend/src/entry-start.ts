// The first script of a page that the server has drawn. Its code is fetched once what it shows is there, so that a slow line
// brings type and pictures first, or at the first sign of a reader. What is pressed before the page answers is done then.

import type { alive } from './alive';

/** What the document says of its code: the script to run, all it consists of, the whole stylesheet. */
const code = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset;

const signs = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];
/** A picture that does not come keeps nobody waiting longer, in milliseconds. */
const patience = 3000;

/** The address that the server has drawn; the code asks for it, too. */
const drawn = location.pathname + location.search;
if (code) code['drawn'] = drawn;

let begun = false;
let pressed: HTMLElement | null = null;

/** Keeps what would do nothing now; what the browser does by itself goes its way. */
function hold(event: Event) {
  const target = event.target instanceof Element ? event.target : null;
  const found = target?.closest<HTMLElement>(event.type === 'click' ? 'button[type="button"]' : 'form:not([action])');
  if (!found) return;
  event.preventDefault();
  event.stopPropagation();
  pressed = found;
  begin();
}

/** Back and forward lead to another address of this document: what is drawn is not of that one. */
function follow() {
  if (location.pathname + location.search !== drawn) location.reload();
}

function letGo() {
  for (const type of ['click', 'submit']) removeEventListener(type, hold, true);
  removeEventListener('popstate', follow);
}

function begin() {
  if (begun || code?.app === undefined) return;
  begun = true;
  for (const sign of signs) removeEventListener(sign, begin, true);
  for (const file of code.chunks?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/assets/${file}`;
    document.head.append(link);
  }
  const app = import(`/assets/${code.app}`) as Promise<{ alive: typeof alive }>;
  app
    .then((page) => page.alive)
    .then(() => {
      letGo();
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
      else if (pressed?.isConnected) pressed.click();
    }, letGo);
}

for (const type of ['click', 'submit']) addEventListener(type, hold, true);
addEventListener('popstate', follow);
for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
if (document.readyState === 'complete' || location.hash !== '') begin();
else {
  // In a task of its own: in that of the event itself the browser may lay the page out anew, with the typeface.
  addEventListener('load', () => setTimeout(begin), { once: true });
  setTimeout(begin, patience);
}
