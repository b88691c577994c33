// The products a reader wants to remember, the latest first. Without an account they are this browser's; with one they are
// the account's, which takes over what the browser kept.

import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../../api/client';
import type { Wishlist } from '../../api/types';
import { keepList, keptTexts, shared } from '../../kept';
import { useSession } from '../account/session';

const storageKey = 'wishlist';
const most = 200;
const path = '/api/wishlist';
const none: string[] = [];

/** Whose list it is; null for this browser's. */
let owner: string | null = null;

const stored = (): string[] => keptTexts(storageKey, most);

const wishes = shared(storageKey, stored, () => owner === null);

/** Makes the list that of whoever is here. */
async function settle(user: string | null): Promise<void> {
  if (user === owner) return;
  owner = user;
  if (user === null) return wishes.set(stored());
  const add = stored();
  try {
    const list = await api.post<Wishlist>(path, { add });
    if (owner !== user) return;
    // The account has them now; who comes next to this browser finds none.
    keepList(storageKey, none);
    wishes.set(list.product_ids);
  } catch {
    // Without a connection the browser's own list stays, and the next page tries again.
    if (owner === user) owner = null;
  }
}

/** Puts a product on the list or takes it away. @throws ApiError when the account's list could not be changed */
export async function wish(id: string, wanted: boolean): Promise<void> {
  const before = wishes.now();
  const rest = before.filter((other) => other !== id);
  wishes.set(wanted ? [id, ...rest].slice(0, most) : rest);
  if (owner === null) return keepList(storageKey, wishes.now());
  try {
    const list = await api.post<Wishlist>(path, wanted ? { add: [id] } : { remove: [id] });
    wishes.set(list.product_ids);
  } catch (error) {
    wishes.set(before);
    throw error;
  }
}

/** The list; none on the server and during hydration. */
export function useWishes(): string[] {
  const session = useSession();
  const user = session.user?.id ?? null;
  const isKnown = session.status !== 'loading';
  useEffect(() => {
    if (isKnown) void settle(user);
  }, [user, isKnown]);
  return useSyncExternalStore(wishes.subscribe, wishes.now, () => none);
}
