import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n';
import { IconButton } from '../../ui/button';
import { ProductPicture } from './product-picture';

type Props = {
  title: string;
  /** Addresses of the pictures, the main one first. */
  urls: string[];
  /** The chosen variant's own picture, shown when the choice changes. */
  variantUrl: string | null;
};

/** One large picture with arrows and thumbnails; the arrow keys follow the reading direction. */
export function ProductGallery({ title, urls, variantUrl }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(0);
  const [lastVariantUrl, setLastVariantUrl] = useState(variantUrl);
  if (variantUrl !== lastVariantUrl) {
    setLastVariantUrl(variantUrl);
    const index = variantUrl === null ? -1 : urls.indexOf(variantUrl);
    if (index >= 0) setShown(index);
  }
  const current = Math.min(shown, Math.max(0, urls.length - 1));
  const go = (index: number) => setShown((index + urls.length) % urls.length);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const step = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
    if (step === undefined || urls.length < 2) return;
    event.preventDefault();
    go(current + step);
  };
  const position = (index: number) => t('gallery.position', { index: index + 1, total: urls.length });

  return (
    <section className="gallery" aria-label={t('gallery.label')} onKeyDown={onKeyDown}>
      <div className="gallery__stage">
        <ProductPicture url={urls[current]} alt={urls.length > 1 ? `${title}, ${position(current)}` : title} place="stage" eager />
        {urls.length > 1 && (
          <>
            <IconButton className="gallery__arrow gallery__arrow--previous" label={t('gallery.previous')} onClick={() => go(current - 1)}>
              <ChevronLeft className="flip" aria-hidden="true" />
            </IconButton>
            <IconButton className="gallery__arrow gallery__arrow--next" label={t('gallery.next')} onClick={() => go(current + 1)}>
              <ChevronRight className="flip" aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
      {urls.length > 1 && (
        <ul className="gallery__thumbnails">
          {urls.map((url, index) => (
            <li key={url}>
              <button
                type="button"
                className="gallery__thumbnail"
                aria-label={t('gallery.show', { position: position(index) })}
                aria-current={index === current ? 'true' : undefined}
                onClick={() => setShown(index)}
              >
                <ProductPicture url={url} alt="" place="small" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The product's pictures in their order, then those that only a variant has. */
export function galleryUrls(product: {
  images: { url: string; order: number }[];
  thumbnail: string | null;
  variants: { image_url: string | null }[];
}): string[] {
  const ordered = [...product.images].sort((a, b) => a.order - b.order).map(({ url }) => url);
  const first = ordered.length === 0 ? [product.thumbnail] : ordered;
  const all = [...first, ...product.variants.map(({ image_url: url }) => url)];
  return [...new Set(all.filter((url): url is string => Boolean(url)))];
}
