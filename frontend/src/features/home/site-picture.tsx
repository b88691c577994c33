import { useState } from 'react';
import { useSite } from '../../api/site';
import { paths } from '../../paths';

/** The shapes the site's pictures come in, and their widths in pixels. */
const shapes = {
  hero: { widths: [480, 720, 960, 1440, 1920], height: 1280 },
  wide: { widths: [320, 480, 720, 960, 1200], height: 800 },
  van: { widths: [480, 720, 960, 1440, 1920], height: 1440 },
  face: { widths: [160, 320, 480, 800], height: 800 },
  tile: { widths: [160, 320, 480, 720, 960], height: 720 },
};

type Props = {
  name: string;
  alt: string;
  shape?: keyof typeof shapes;
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string;
  /** In view at once: loaded before anything else. */
  eager?: boolean;
};

/** A picture of the site in a box of its shape. The box stays, calm and empty, where the picture does not come. */
export function SitePicture({ name, alt, shape = 'wide', sizes, eager = false }: Props) {
  const { pictures: version } = useSite();
  const [failed, setFailed] = useState(false);
  const { widths, height } = shapes[shape];
  const largest = widths.at(-1) ?? 0;
  return (
    <span className={`site-picture site-picture--${shape}`}>
      {version && (
        <img
          src={paths.picture(name, largest, version)}
          srcSet={widths.map((width) => `${paths.picture(name, width, version)} ${width}w`).join(', ')}
          sizes={sizes}
          width={largest}
          height={height}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          hidden={failed}
          // One that failed before the page was alive tells nobody.
          ref={(image) => void (image?.complete && image.naturalWidth === 0 && setFailed(true))}
          onError={() => setFailed(true)}
        />
      )}
    </span>
  );
}
