// Whether the cart panel is open; any page may open it.

import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  open = next;
  listeners.forEach((notify) => notify());
}

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

export const openCartPanel = () => set(true);
export const closeCartPanel = () => set(false);

export const useCartPanelOpen = () =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
