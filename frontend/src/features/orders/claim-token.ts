// What a mail's link carries to make its order an account's. It comes in the address's fragment, which no server sees, and
// waits while its reader signs in: in this browser, for the mail that confirms a new account opens another tab.

import { keep, keepList, keptList } from '../../kept';

const key = 'order-claim';
/** Milliseconds it is kept; a newer mail brings another. */
const keptFor = 3600_000;

/** The token for an order, of this address or of one before; the address loses it. */
export function claimToken(orderId: string): string | null {
  const carried = new URLSearchParams(location.hash.slice(1)).get('claim');
  if (carried !== null) {
    history.replaceState(history.state, '', location.pathname + location.search);
    keepList(key, [orderId, carried, Date.now()]);
    return carried;
  }
  const [order, token, at] = keptList(key);
  if (!(Number(at) > Date.now() - keptFor)) {
    forgetClaimToken();
    return null;
  }
  return order === orderId && typeof token === 'string' ? token : null;
}

export const forgetClaimToken = (): void => keep(key, null);
