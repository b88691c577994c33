// What a mail's link carries to make its order an account's. It comes in the address's fragment, which no server sees, and
// waits while its reader signs in: in this browser, for the mail that confirms a new account opens another tab.

const key = 'order-claim';
/** Milliseconds it is kept; a newer mail brings another. */
const keptFor = 3600_000;

/** The token for an order, of this address or of one before; the address loses it. */
export function claimToken(orderId: string): string | null {
  const carried = new URLSearchParams(location.hash.slice(1)).get('claim');
  if (carried !== null) {
    history.replaceState(history.state, '', location.pathname + location.search);
    keep(orderId, carried);
    return carried;
  }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!Array.isArray(kept) || !(Number(kept[2]) > Date.now() - keptFor)) {
      forgetClaimToken();
      return null;
    }
    return kept[0] === orderId && typeof kept[1] === 'string' ? kept[1] : null;
  } catch {
    return null;
  }
}

function keep(orderId: string, token: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([orderId, token, Date.now()]));
  } catch {
    // Storage can be switched off; then it is used on this page or not at all.
  }
}

export function forgetClaimToken(): void {
  localStorage.removeItem(key);
}
