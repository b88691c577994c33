// Drawing a picture larger and moving it about: the sums. Pure.

/** How large a picture is drawn, and how far it is moved from its place, in pixels. */
export type View = { scale: number; x: number; y: number };

export type Size = { width: number; height: number };

export const whole: View = { scale: 1, x: 0, y: 0 };
export const mostScale = 5;
/** One step of a key or a button. */
export const step = 1.5;

const within = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0;

/** The view with no edge of the picture further in than the edge of its box. */
export function kept({ scale, x, y }: View, { width, height }: Size): View {
  const larger = Math.min(mostScale, Math.max(1, scale));
  return {
    scale: larger,
    x: within(x, ((larger - 1) * width) / 2),
    y: within(y, ((larger - 1) * height) / 2),
  };
}

/** Drawn `factor` times as large, with what is at a point (from the middle of the box) left where it is. */
export function zoomed(view: View, factor: number, at: { x: number; y: number }, size: Size): View {
  const scale = Math.min(mostScale, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return kept({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, size);
}

/** Moved by some pixels. */
export const moved = (view: View, by: { x: number; y: number }, size: Size): View =>
  kept({ ...view, x: view.x + by.x, y: view.y + by.y }, size);
