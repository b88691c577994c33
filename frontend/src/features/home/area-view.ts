// RULE: which part of the map is shown, and where the names of towns stand on it. A thousand units to a degree of latitude.

import type { Town } from './baix-llobregat';

/** Where a name stands: to the east of its town, or to the west. */
type Side = 1 | -1;

export type Placed = Town & {
  /** On which side its name is written; none where there is no room: lists have it all the same. */
  named: Side | null;
};

export type AreaView = {
  viewBox: string;
  /** How large letters and dots are drawn, in units to a pixel of the narrowest map. */
  scale: number;
  towns: Placed[];
};

/** Pixels of the narrowest map, and of what is drawn on it. */
const narrow = { width: 328, height: 219 };
export const letters = 14;
export const dot = 6;
export const gap = 10;
const margin = 8;
/** A bold letter is no wider than this part of its height. */
const breadth = 0.6;

type Box = { left: number; right: number; top: number; bottom: number };

const nameBox = ({ name, x, y }: Town, side: Side, scale: number): Box => {
  const [near, far] = [x + side * gap * scale, x + side * (gap + name.length * letters * breadth) * scale];
  const half = (letters / 2 + 1) * scale;
  return { left: Math.min(near, far), right: Math.max(near, far), top: y - half, bottom: y + half };
};

const dotBox = ({ x, y }: Town, scale: number): Box => ({
  left: x - dot * scale,
  right: x + dot * scale,
  top: y - dot * scale,
  bottom: y + dot * scale,
});

const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Names on the side their town prefers, else on the other, where they cover no dot and no other name. */
function place(towns: Town[], scale: number): { placed: Placed[]; taken: Box[] } {
  const taken = towns.map((town) => dotBox(town, scale));
  const placed = towns.map((town, at): Placed => {
    const preferred = town.side ?? 1;
    const free = ([preferred, -preferred] as Side[]).find((side) => {
      const box = nameBox(town, side, scale);
      return taken.every((other, n) => n === at || !meet(box, other));
    });
    if (free !== undefined) taken.push(nameBox(town, free, scale));
    return { ...town, named: free ?? null };
  });
  return { placed, taken };
}

/** The closest view of these towns, one at least, that has room for their names. */
export function viewOf(towns: Town[]): AreaView {
  for (let scale = 0.3; ; scale += 0.05) {
    const { placed, taken } = place(towns, scale);
    const left = Math.min(...taken.map((box) => box.left)) - margin * scale;
    const right = Math.max(...taken.map((box) => box.right)) + margin * scale;
    const top = Math.min(...taken.map((box) => box.top)) - margin * scale;
    const bottom = Math.max(...taken.map((box) => box.bottom)) + margin * scale;
    const [width, height] = [narrow.width * scale, narrow.height * scale];
    if (right - left > width || bottom - top > height) continue;
    const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
    return { viewBox: [x, y, width, height].map((value) => value.toFixed(1)).join(' '), scale, towns: placed };
  }
}
