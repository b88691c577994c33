// What this browser has searched for, the newest first. It is kept here and nowhere else.

import { keepList, keptTexts } from '../../kept';

const searchesKey = 'recent-searches';
const most = 6;

export const recentSearches = (): string[] => keptTexts(searchesKey, most);

export function rememberSearch(text: string) {
  const wanted = text.trim().slice(0, 100);
  const others = recentSearches().filter((other) => other.toLowerCase() !== wanted.toLowerCase());
  if (wanted !== '') keepList(searchesKey, [wanted, ...others].slice(0, most));
}

export const forgetSearches = () => keepList(searchesKey, []);
