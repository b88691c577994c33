// Whether the cart panel is open; any page may open it.

import { useSyncExternalStore } from 'react';
import { dismissToast } from '../../ui/toast';

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

export function openCartPanel() {
  // What was just added shows in the cart itself.
  dismissToast();
  set(true);
}
export const closeCartPanel = () => set(false);

export const useCartPanelOpen = () =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => false,
  );
