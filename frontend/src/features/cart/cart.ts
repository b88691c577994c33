// The cart of this browser: kept in local storage, shared by all its tabs, empty on the server.

import { useSyncExternalStore } from 'react';
import { useAlive } from '../../ui/use-alive';
import {
  addLine,
  parseCart,
  removeLine,
  setLineQuantity,
  type CartLine,
  type Change,
  type StockRefusal,
} from './rules';

export type { CartLine, StockRefusal } from './rules';

const storageKey = 'e-commerce-cart';
const empty: CartLine[] = [];

let lines: CartLine[] | null = null;
const listeners = new Set<() => void>();

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** The lines now; for code outside a component. */
export function cartLines(): CartLine[] {
  lines ??= parseCart(stored());
  return lines;
}

function publish(next: CartLine[]) {
  lines = next;
  listeners.forEach((notify) => notify());
}

/** Replaces the whole cart, for example after refreshing prices or to undo clearing it. */
export function replaceCart(next: CartLine[]) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage can be full or switched off: the cart then lasts as long as the page.
  }
  publish(next);
}

function apply({ lines: next, refusal }: Change): StockRefusal | null {
  if (refusal === null) replaceCart(next);
  return refusal;
}

/** Adds to the cart; answers why not when the stock does not allow it. */
export const addToCart = (line: CartLine) => apply(addLine(cartLines(), line));

/** Sets the quantity of the line with this key (see `lineKey`); answers why not. */
export const setQuantity = (key: string, quantity: number) =>
  apply(setLineQuantity(cartLines(), key, quantity));

export const removeFromCart = (key: string) => replaceCart(removeLine(cartLines(), key));

export const clearCart = () => replaceCart(empty);

const onStorage = (event: StorageEvent) => {
  if (event.key === storageKey || event.key === null) publish(parseCart(stored()));
};

function subscribe(notify: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** The lines of the cart; none on the server and during hydration. */
export const useCart = (): CartLine[] => useSyncExternalStore(subscribe, cartLines, () => empty);

/** False on the server and during hydration, when the cart is not known yet. */
export const useCartReady = useAlive;
