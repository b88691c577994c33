// What this browser keeps for itself. Its storage can be full or switched off: then nothing is kept, and nobody is told.

/** What is kept under a key; null when there is nothing. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key; null forgets it. */
export function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The page does without.
  }
}

/** The list kept under a key, whatever is in it; empty for what is none. */
export function keptList(key: string): unknown[] {
  try {
    const list: unknown = JSON.parse(kept(key) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** The first `most` texts of a list kept under a key. */
export const keptTexts = (key: string, most: number): string[] =>
  keptList(key)
    .filter((text) => typeof text === 'string')
    .slice(0, most);

/** Keeps a list under a key; an empty one is forgotten. */
export const keepList = (key: string, list: unknown[]): void => keep(key, list.length > 0 ? JSON.stringify(list) : null);

/**
 * Something of which `read` says what is kept under `key`, until it is set; every tab that may follow it does. `isKept`
 * says whether it is this browser's at the moment.
 */
export function shared<T>(key: string, read: () => T, isKept = () => true) {
  let value: T | undefined;
  const listeners = new Set<() => void>();
  const set = (next: T) => {
    value = next;
    listeners.forEach((notify) => notify());
  };
  const onStorage = (event: StorageEvent) => {
    if (isKept() && (event.key === key || event.key === null)) set(read());
  };
  const subscribe = (notify: () => void) => {
    if (listeners.size === 0) window.addEventListener('storage', onStorage);
    listeners.add(notify);
    return () => {
      listeners.delete(notify);
      if (listeners.size === 0) window.removeEventListener('storage', onStorage);
    };
  };
  return { now: (): T => (value ??= read()), set, subscribe };
}
