// The cart of this browser: kept in local storage, shared by all its tabs, empty on the server.

import { useSyncExternalStore } from 'react';
import type { OrderItem } from '../../api/types';
import { keep, kept, shared } from '../../kept';
import { useAlive } from '../../ui/use-alive';
import {
  addLine,
  buyableLines,
  parseCart,
  removeLine,
  setLineQuantity,
  withoutOrdered,
  type CartLine,
  type Change,
  type StockRefusal,
} from './rules';

export type { CartLine, StockRefusal } from './rules';

const storageKey = 'e-commerce-cart';
const empty: CartLine[] = [];

const cart = shared(storageKey, () => parseCart(kept(storageKey)));

/** The lines now; for code outside a component. */
export const cartLines = cart.now;

/** Replaces the whole cart, for example after refreshing prices or to undo clearing it. */
export function replaceCart(next: CartLine[]) {
  keep(storageKey, JSON.stringify(next));
  cart.set(next);
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

/** Takes out what an order holds: what was put there since stays. */
export const removeOrdered = (items: OrderItem[]) => replaceCart(withoutOrdered(cartLines(), items));

/** The lines of the cart; none on the server and during hydration. */
export const useCart = (): CartLine[] => useSyncExternalStore(cart.subscribe, cartLines, () => empty);

/** Those of them that an order would hold. */
export const useBuyable = () => buyableLines(useCart());

/** False on the server and during hydration, when the cart is not known yet. */
export const useCartReady = useAlive;
