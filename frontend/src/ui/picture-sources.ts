// Which file of a picture a browser fetches.

/** Where a picture stands: the widths it is offered in, and how wide it is shown there. */
export const pictureSizes = {
  card: { widths: [320, 480, 720, 960], sizes: '(min-width:74rem) 18rem,(min-width:56rem) 30vw,45vw' },
  promo: { widths: [480, 720, 960, 1280], sizes: '(min-width:76rem) 39rem,(min-width:48rem) 52vw,92vw' },
  /** `head.rs` names the same to fetch it early. */
  stage: { widths: [480, 720, 960, 1280], sizes: '(min-width:76rem) 38rem,(min-width:48rem) 50vw,94vw' },
  /** Over the whole screen, and larger still. */
  screen: { widths: [480, 960, 1280], sizes: '200vw' },
  /** In a line of the cart. */
  line: { widths: [160, 320], sizes: '(min-width:40rem) 8rem,6rem' },
  small: { widths: [160], sizes: undefined },
};

type Sources = { src: string; srcSet?: string; sizes?: string };

/** Pictures the server keeps in several widths are offered in `widths` (pixels); any other is taken as it is. */
export function pictureSources(url: string, widths: number[], sizes?: string): Sources {
  if (!/^\/(?:media|pictures)\//.test(url)) return { src: url };
  const at = (width: number) => `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
  const [only] = widths;
  if (only !== undefined && widths.length === 1) return { src: at(only) };
  return { src: url, srcSet: widths.map((width) => `${at(width)} ${width}w`).join(), sizes };
}
