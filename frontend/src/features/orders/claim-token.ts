// What a mail's link carries to make its order an account's. It comes in the address's fragment, which no server sees, and
// waits in this tab while its reader signs in.

const key = 'order-claim';

/** The token for an order, of this address or of one before; the address loses it. */
export function claimToken(orderId: string): string | null {
  const carried = new URLSearchParams(location.hash.slice(1)).get('claim');
  if (carried !== null) {
    history.replaceState(history.state, '', location.pathname + location.search);
    sessionStorage.setItem(key, JSON.stringify([orderId, carried]));
    return carried;
  }
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return Array.isArray(kept) && kept[0] === orderId && typeof kept[1] === 'string' ? kept[1] : null;
  } catch {
    return null;
  }
}

export function forgetClaimToken(): void {
  sessionStorage.removeItem(key);
}
