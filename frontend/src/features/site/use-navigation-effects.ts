// What a browser does by itself between documents: a new page starts at its top and is read out,
// Back returns to where the reader was, a fragment leads to its section, the tab has the page's name.

import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useSite } from '../../api/site';
import { isFocusLost } from '../../ui/focus';

const positions = new Map<string, number>();
/** How long a page may take to grow tall enough for the old position, in milliseconds. */
const patience = 1500;
/** How long a page may take to show its title, in milliseconds. */
const titlePatience = 5000;

function restore(top: number) {
  const deadline = performance.now() + patience;
  const attempt = () => {
    const reachable = document.documentElement.scrollHeight - innerHeight >= top;
    if (!reachable && performance.now() < deadline) requestAnimationFrame(attempt);
    else scrollTo({ top, behavior: 'instant' });
  };
  attempt();
}

/** The next Tab goes on from there. */
function goOnFrom(target: HTMLElement) {
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

let titles: MutationObserver | undefined;

function focusPage() {
  titles?.disconnect();
  const main = document.getElementById('contenido');
  if (main === null) return;
  const titleOf = () => main.querySelector<HTMLElement>('h1') ?? main;
  let title = titleOf();
  goOnFrom(title);
  // What is still being fetched brings its own, as long as the reader is nowhere else.
  const watch = new MutationObserver(() => {
    if (document.activeElement !== title && !isFocusLost()) return watch.disconnect();
    if (titleOf() === title) return;
    title = titleOf();
    goOnFrom(title);
  });
  watch.observe(main, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), titlePatience);
  titles = watch;
}

/** What was below is gone: the page is read from its top again. */
export function readFromTop() {
  scrollTo({ top: 0, behavior: 'instant' });
  focusPage();
}

/** Scrolls to a section, by its id or that of its heading; the next Tab goes on from its heading. */
export function showSection(id: string) {
  const section = document.getElementById(id);
  if (section === null) return false;
  section.scrollIntoView();
  const isHeading = /^H[1-6]$/.test(section.tagName);
  goOnFrom((isHeading ? null : section.querySelector<HTMLElement>('h1, h2, h3, h4')) ?? section);
  return true;
}

/** What a step of the visit is told about the scrolling. */
type Scrolling = {
  /** The page stays where it is. */
  keepScroll?: boolean;
  /** What the reader was doing on the page before is done: Back finds its top. */
  isDone?: boolean;
};

export function useNavigationEffects() {
  const { key, pathname, search, hash, state } = useLocation();
  const kind = useNavigationType();
  const last = useRef({ key, pathname, search });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // Reloading and coming back from another site are the browser's own work.
    const release = () => void (history.scrollRestoration = 'auto');
    const note = () => positions.set(last.current.key, scrollY);
    addEventListener('pagehide', release);
    addEventListener('scroll', note, { passive: true });
    return () => {
      removeEventListener('pagehide', release);
      removeEventListener('scroll', note);
    };
  }, []);

  // Before the browser paints: it would note the shorter page's position under the old key.
  useLayoutEffect(() => {
    const previous = last.current;
    if (previous.key === key) return;
    last.current = { key, pathname, search };
    const otherPage = previous.pathname !== pathname;
    if (!otherPage && !positions.has(previous.key)) positions.set(previous.key, scrollY);
    const { keepScroll = false, isDone = false } = (state as Scrolling | null) ?? {};
    if (kind === 'PUSH' && isDone) positions.delete(previous.key);
    if (kind === 'POP') restore(positions.get(key) ?? 0);
    else if (hash && !keepScroll && showSection(decodeURIComponent(hash.slice(1)))) return;
    else if (!keepScroll) scrollTo({ top: 0, behavior: 'instant' });
    // What had the focus may have gone with the step before.
    if (otherPage || document.activeElement === document.body) focusPage();
  }, [key, pathname, search, hash, kind, state]);
}

let documentIsNew = true;
/** Of the page that the document came with; null on the server. */
const drawnPath = typeof location === 'undefined' ? null : location.pathname;

/**
 * Names the page in the browser's tab. The title that came with the document is the server's and
 * stays; `undefined` (not known yet) leaves the title as it is.
 */
export function useTitle(title: string | undefined) {
  const { brand } = useSite();
  const first = useRef(documentIsNew);
  useEffect(() => {
    // The server's is of the page it has drawn, and says no more than was known at first.
    const isServers = first.current && location.pathname === drawnPath;
    documentIsNew = first.current = false;
    if (title !== undefined && !isServers) document.title = `${title} · ${brand}`;
  }, [title, brand]);
}
