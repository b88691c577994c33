// Where the owner goes on when what has the focus is taken out of a form.

import { useEffect } from 'react';
import { isFocusLost } from '../../ui/focus';

const reachable = 'button, a[href], input:not([type="hidden"]), select, textarea, summary';

/** What can be reached in a part that is shown, itself included. */
const within = (part: Element | null): HTMLElement[] => {
  if (!(part instanceof HTMLElement)) return [];
  const all = [part, ...part.querySelectorAll<HTMLElement>(reachable)];
  return all.filter((one) => one.matches(reachable) && !one.matches(':disabled') && one.checkVisibility());
};

/** The same control of another part of the list; the last one where parts differ. */
function likeIt(part: Element | null, lost: Element, gone: Element): HTMLElement | undefined {
  const isAlike = ({ className }: Element) => className === lost.className;
  const place = [gone, ...gone.querySelectorAll(reachable)].filter(isAlike).indexOf(lost);
  const all = within(part);
  const alike = all.filter(isAlike);
  return alike[place] ?? alike.at(-1) ?? all.at(-1);
}

/** What follows a list that is empty now, up to the end of the form. */
function afterList(list: Element): HTMLElement | undefined {
  for (let part: Element | null = list; part !== null && part.tagName !== 'FORM'; part = part.parentElement) {
    for (let next = part.nextElementSibling; next !== null; next = next.nextElementSibling) {
      const [first] = within(next);
      if (first !== undefined) return first;
    }
  }
  return undefined;
}

const elementFrom = (node: Node | null, step: 'nextSibling' | 'previousSibling'): Element | null => {
  let at = node;
  while (at !== null && !(at instanceof Element)) at = at[step];
  return at;
};

/** The reader's place after `lost` went, as far as it was in a form that stays. */
function placeAfter(lost: Element, { target, removedNodes, nextSibling, previousSibling }: MutationRecord): HTMLElement | null | undefined {
  const gone = [...removedNodes].find((node) => node.contains(lost));
  if (!(gone instanceof Element) || !(target instanceof Element) || target.closest('form') === null) return null;
  const next = elementFrom(nextSibling, 'nextSibling');
  const before = elementFrom(previousSibling, 'previousSibling');
  return likeIt(next, lost, gone) ?? likeIt(before, lost, gone) ?? afterList(target);
}

/** Keeps the focus near what had it. */
export function useKeptFocus() {
  useEffect(() => {
    let last: Element | null = null;
    // After a finger's tap nothing is looked for: a field that takes the focus brings the keyboard up.
    let isByKey = false;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = target;
    };
    const onPointer = () => {
      isByKey = false;
    };
    const onKey = (event: KeyboardEvent) => {
      isByKey = true;
      // A key that is held presses once: the next of a list has the focus by then.
      if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault();
    };
    const observer = new MutationObserver((records) => {
      const lost = last;
      if (lost === null || lost.isConnected) return;
      last = null;
      const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
      if (record === undefined || !record.target.isConnected || !isFocusLost() || !isByKey) return;
      placeAfter(lost, record)?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
      observer.disconnect();
    };
  }, []);
}
