// The products this browser has looked at, the latest first, by their ids. They are kept here and nowhere else.

const seenKey = 'seen-products';
const most = 9;

export function seenProducts(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(seenKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberSeen(id: string) {
  try {
    localStorage.setItem(seenKey, JSON.stringify([id, ...seenProducts().filter((other) => other !== id)].slice(0, most)));
  } catch {
    // Without storage nothing is remembered.
  }
}

export function forgetSeen() {
  try {
    localStorage.removeItem(seenKey);
  } catch {
    // Nothing was remembered either.
  }
}
