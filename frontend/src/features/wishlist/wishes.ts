// The products a reader wants to remember, the latest first. Without an account they are this browser's; with one they are
// the account's, which takes over what the browser kept.

import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../../api/client';
import type { Wishlist } from '../../api/types';
import { useSession } from '../account/session';

const storageKey = 'wishlist';
const most = 200;
const path = '/api/wishlist';
const none: string[] = [];

let ids: string[] | null = null;
/** Whose list that is; null for this browser's. */
let owner: string | null = null;
const listeners = new Set<() => void>();

function stored(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, most) : none;
  } catch {
    return none;
  }
}

function store(next: string[]) {
  try {
    if (next.length > 0) localStorage.setItem(storageKey, JSON.stringify(next));
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the list lasts as long as the page.
  }
}

function publish(next: string[]) {
  ids = next;
  listeners.forEach((notify) => notify());
}

const now = () => (ids ??= stored());

const onStorage = (event: StorageEvent) => {
  if (owner === null && (event.key === storageKey || event.key === null)) publish(stored());
};

function subscribe(notify: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** Makes the list that of whoever is here. */
async function settle(user: string | null): Promise<void> {
  if (user === owner) return;
  owner = user;
  if (user === null) return publish(stored());
  const add = stored();
  try {
    const list = await api.post<Wishlist>(path, { add });
    if (owner !== user) return;
    // The account has them now; who comes next to this browser finds none.
    store(none);
    publish(list.product_ids);
  } catch {
    // Without a connection the browser's own list stays, and the next page tries again.
    if (owner === user) owner = null;
  }
}

/** Puts a product on the list or takes it away. @throws ApiError when the account's list could not be changed */
export async function wish(id: string, wanted: boolean): Promise<void> {
  const before = now();
  const rest = before.filter((other) => other !== id);
  publish(wanted ? [id, ...rest].slice(0, most) : rest);
  if (owner === null) return store(now());
  try {
    const list = await api.post<Wishlist>(path, wanted ? { add: [id] } : { remove: [id] });
    publish(list.product_ids);
  } catch (error) {
    publish(before);
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
  return useSyncExternalStore(subscribe, now, () => none);
}
