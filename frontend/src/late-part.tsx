// What a page shows below its first screen. Its HTML comes with the page; its code comes with the first
// sign of a reader, so that what everybody waits for stays small.

import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import type { OnDemand } from './route-page';
import { applyWholeStyle } from './style';

const signs = ['scroll', 'pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin'];

let wake: () => void = () => undefined;
let reader: Promise<void> | null = null;

/** Resolves at the first sign of a reader since the first call; one who asked for a section has given it. */
export function someoneIsThere(): Promise<void> {
  reader ??= new Promise<void>((resolve) => {
    wake = () => {
      for (const sign of signs) removeEventListener(sign, wake, true);
      resolve();
    };
    for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true });
    if (location.hash !== '' || scrollY > 0) wake();
  });
  return reader;
}

/**
 * Keeps what is pressed or sent inside `box` until it is known whether the part is `alive`, and does it then;
 * answers the function that stops it. A form that does not come alive is sent by the browser, if it has somewhere to go.
 */
function hold(box: HTMLElement, alive: Promise<boolean>) {
  const keep = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    const pressed = target?.closest<HTMLElement>('a[href^="/"], button[type="button"], form');
    if (!pressed || !box.contains(pressed) || event.type !== (pressed.tagName === 'FORM' ? 'submit' : 'click')) return;
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void alive.then((yes) => {
      if (!(pressed instanceof HTMLFormElement)) pressed.click();
      else if (yes) pressed.requestSubmit();
      else if (pressed.hasAttribute('action')) pressed.submit();
    });
  };
  const stop = () => {
    document.removeEventListener('click', keep, true);
    document.removeEventListener('submit', keep, true);
  };
  document.addEventListener('click', keep, true);
  document.addEventListener('submit', keep, true);
  void alive.then(stop);
  return stop;
}

/** How long to wait before fetching again what did not come, in milliseconds. */
const patience = 5000;

const never = () => () => undefined;

/** The query of the document; a reader may be elsewhere by the time its late parts come alive. */
const documentQuery = typeof location === 'undefined' ? null : location.search;

/** What a late part reads of the query: as the server did until it is alive, for React leaves what was drawn as it is. */
export function useOfQuery<T extends string>(read: (query: URLSearchParams) => T): T {
  const [query] = useSearchParams();
  const drawn = () => read(documentQuery === null ? query : new URLSearchParams(documentQuery));
  return useSyncExternalStore(never, () => read(query), drawn);
}

/** Fetches until it has come; a reader with a bad connection keeps what the server sent, whose links work by themselves. */
export async function patiently<T>(fetch: () => Promise<T>, onFailure?: () => void): Promise<T> {
  for (;;) {
    try {
      return await fetch();
    } catch {
      onFailure?.();
      await new Promise((resolve) => setTimeout(resolve, patience));
    }
  }
}

/** A part that the first page of a visit fetches late; on any other page it comes with the page. */
export function latePart(fetchPart: () => Promise<ComponentType>): OnDemand {
  let ready: ComponentType | null = null;
  let tell: (isAlive: boolean) => void = () => undefined;
  const alive = new Promise<boolean>((resolve) => (tell = resolve));

  /** Says that the events of the part arrive. */
  function Alive() {
    useEffect(() => tell(true), []);
    return null;
  }

  const fetchWhole = async () => {
    const [part] = await Promise.all([fetchPart(), applyWholeStyle()]);
    return { default: part };
  };
  const Soon = lazy(fetchWhole);
  const Late = lazy(() => someoneIsThere().then(() => patiently(fetchWhole, () => tell(false))));

  function Part() {
    const box = useRef<HTMLDivElement>(null);
    const arrived = useSyncExternalStore(never, () => false, () => true);
    // One element for as long as the page is there: a new one would make React give up the server's HTML.
    const [drawn] = useState(() => {
      const Content = ready ?? (arrived ? Late : Soon);
      // Only what comes with the document waits on its own; a page that is opened later comes whole.
      return arrived ? <Suspense><Content /><Alive /></Suspense> : <Content />;
    });
    useEffect(() => (arrived && box.current ? hold(box.current, alive) : undefined), []);
    return <div ref={box}>{drawn}</div>;
  }

  const load = async () => {
    ready = await fetchPart();
  };
  return { load, Part, late: true };
}

/** Fetches the late parts of the page now: what they show has changed. */
export const hurry = () => wake();
