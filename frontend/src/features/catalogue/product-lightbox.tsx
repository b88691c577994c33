import { Lightbox } from './lightbox';
import type { Picture } from './pictures';
import { ProductPicture } from './product-picture';

/** The pictures of a product over the whole screen. */
export function ProductLightbox({ pictures }: { pictures: Picture[] }) {
  const altOf = (url: string) => pictures.find((picture) => picture.url === url)?.alt ?? '';
  return (
    <Lightbox
      names={pictures.map(({ url }) => url)}
      titleOf={altOf}
      pictureOf={(url) => <ProductPicture url={url} alt={altOf(url)} place="screen" eager />}
    />
  );
}
