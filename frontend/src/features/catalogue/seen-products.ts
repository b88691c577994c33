// The products this browser has looked at, the latest first, by their ids. They are kept here and nowhere else.

import { keepList, keptTexts } from '../../kept';

const seenKey = 'seen-products';
const most = 9;

export const seenProducts = (): string[] => keptTexts(seenKey, most);

export const rememberSeen = (id: string) =>
  keepList(seenKey, [id, ...seenProducts().filter((other) => other !== id)].slice(0, most));

export const forgetSeen = () => keepList(seenKey, []);
