// One purchase attempt: the key that makes a double click, a lost answer or a reload buy once.

/** Where an attempt is kept: `sessionStorage`, or a stand-in. */
export type AttemptStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `body` is what was asked for; `orderId` is known once the server has answered. */
export interface Attempt {
  key: string;
  body: string;
  orderId: string | null;
}

const ATTEMPT = 'checkout-attempt';

/** The attempt under way; null when there is none or it cannot be read. */
export function currentAttempt(store: AttemptStore): Attempt | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(ATTEMPT) ?? 'null');
    return isAttempt(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** The attempt for `body`: the one under way when it asks for the same, else a new one with a new key. */
export function beginAttempt(store: AttemptStore, body: string, newKey: () => string): Attempt {
  const current = currentAttempt(store);
  if (current?.body === body) return current;
  return save(store, { key: newKey(), body, orderId: null });
}

/** Remembers the order the server made for `attempt`. */
export function attemptOrdered(store: AttemptStore, attempt: Attempt, orderId: string): Attempt {
  return save(store, { ...attempt, orderId });
}

/** Forgets the attempt: it was paid for, or can no longer be. */
export function endAttempt(store: AttemptStore): void {
  store.removeItem(ATTEMPT);
}

function save(store: AttemptStore, attempt: Attempt): Attempt {
  store.setItem(ATTEMPT, JSON.stringify(attempt));
  return attempt;
}

function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== 'object' || value === null) return false;
  const { key, body, orderId } = value as Record<string, unknown>;
  return typeof key === 'string' && typeof body === 'string' && (orderId === null || typeof orderId === 'string');
}
