// What this browser has searched for, the newest first. It is kept here and nowhere else.

const searchesKey = 'recent-searches';
const most = 6;

export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(searchesKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

function keep(texts: string[]) {
  try {
    if (texts.length > 0) localStorage.setItem(searchesKey, JSON.stringify(texts));
    else localStorage.removeItem(searchesKey);
  } catch {
    // Without storage nothing is remembered.
  }
}

export function rememberSearch(text: string) {
  const wanted = text.trim().slice(0, 100);
  const others = recentSearches().filter((other) => other.toLowerCase() !== wanted.toLowerCase());
  if (wanted !== '') keep([wanted, ...others].slice(0, most));
}

export const forgetSearches = () => keep([]);
