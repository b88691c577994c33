import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n';
import { IconButton } from '../../ui/button';
import type { Picture } from './pictures';
import { ProductPicture } from './product-picture';

type Props = {
  /** The main one first. */
  pictures: Picture[];
  /** The chosen variant's own picture, shown at first and when the choice changes. */
  variantUrl: string | null;
};

/** One large picture with arrows and thumbnails; the arrow keys follow the reading direction. */
export function ProductGallery({ pictures, variantUrl }: Props) {
  const { t } = useTranslation();
  const placeOf = (url: string | null) => pictures.findIndex((picture) => picture.url === url);
  const [shown, setShown] = useState(() => Math.max(0, placeOf(variantUrl)));
  const [lastVariantUrl, setLastVariantUrl] = useState(variantUrl);
  if (variantUrl !== lastVariantUrl) {
    setLastVariantUrl(variantUrl);
    const place = placeOf(variantUrl);
    // Another variant's picture is not left standing; any other that somebody chose is.
    if (place >= 0 || shown === placeOf(lastVariantUrl)) setShown(Math.max(0, place));
  }
  const current = Math.min(shown, Math.max(0, pictures.length - 1));
  const picture = pictures[current];
  const go = (index: number) => setShown((index + pictures.length) % pictures.length);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const step = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
    if (step === undefined || pictures.length < 2) return;
    event.preventDefault();
    go(current + step);
  };
  const position = (index: number) => t('gallery.position', { index: index + 1, total: pictures.length });

  return (
    <section className="gallery" aria-label={t('gallery.label')} onKeyDown={onKeyDown}>
      <div className="gallery__stage">
        <ProductPicture url={picture?.url} alt={picture?.alt ?? ''} place="stage" eager />
        {pictures.length > 1 && (
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
      {pictures.length > 1 && (
        <ul className="gallery__thumbnails">
          {pictures.map(({ url, alt }, index) => (
            <li key={url}>
              <button
                type="button"
                className="gallery__thumbnail"
                aria-label={`${t('gallery.show', { position: position(index) })}: ${alt}`}
                aria-current={index === current ? 'true' : undefined}
                onClick={() => setShown(index)}
              >
                <ProductPicture url={url} alt="" place="small" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {pictures.length > 1 && (
        <noscript>
          <ul className="gallery__all">
            {pictures
              .filter((_, index) => index !== current)
              .map(({ url, alt }) => (
                <li key={url}>
                  <ProductPicture url={url} alt={alt} place="stage" />
                </li>
              ))}
          </ul>
        </noscript>
      )}
    </section>
  );
}
