// Where the reader goes on when what has the focus goes away.

/** Focuses `target`, or the page where that is gone too. */
export function focusOn(target: Element | null) {
  const there = target instanceof HTMLElement && target.isConnected && target !== document.body;
  (there ? target : document.querySelector('main'))?.focus({ preventScroll: true });
}

/** Whether nothing has the focus. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** Puts the focus on the page where nothing has it, for what had it is gone. */
export function regainFocus() {
  if (isFocusLost()) focusOn(null);
}
