// The pictures of a product, and what they show. Pure.

import type { Product, ProductImage, Variant } from '../../api/types';

/** A picture and what it shows. */
export type Picture = { url: string; alt: string };

type Pictured = Pick<Product, 'title' | 'thumbnail'> & {
  images: Pick<ProductImage, 'url' | 'order' | 'alt'>[];
  variants: Pick<Variant, 'title' | 'image_url'>[];
};

/** The product's pictures in their order, then those that only a variant has. */
export function galleryPictures({ title, images, thumbnail, variants }: Pictured): Picture[] {
  const ordered: Picture[] = [...images].sort((a, b) => a.order - b.order).map(({ url, alt }) => ({ url, alt: alt || title }));
  if (ordered.length === 0 && thumbnail) ordered.push({ url: thumbnail, alt: title });
  const own = variants.flatMap((variant) =>
    variant.image_url ? [{ url: variant.image_url, alt: `${title}, ${variant.title}` }] : [],
  );
  const all = [...ordered, ...own];
  return all.filter(({ url }, index) => all.findIndex((other) => other.url === url) === index);
}

/** What a picture of the product shows. */
export const altOf = (product: Pictured, url: string | null | undefined): string =>
  galleryPictures(product).find((picture) => picture.url === url)?.alt ?? product.title;
