// Which modal dialogs are open. Everything outside the topmost one is inert, toasts included, so a
// toast must be shown inside it.

import { useSyncExternalStore } from 'react';

let stack: string[] = [];
const listeners = new Set<() => void>();

const publish = (next: string[]) => {
  stack = next;
  listeners.forEach((notify) => notify());
};

/** Reports a dialog as open; answers the function that reports it closed. */
export function dialogOpened(id: string) {
  publish([...stack, id]);
  return () => publish(stack.filter((other) => other !== id));
}

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

const top = () => stack.at(-1) ?? null;

/** The id of the topmost open dialog, `null` when the page itself has the reader. */
export const useTopDialog = () => useSyncExternalStore(subscribe, top, () => null);
