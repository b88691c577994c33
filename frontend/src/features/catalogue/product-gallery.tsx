import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../i18n';
import { needSections } from '../../sections';
import { applyWholeStyle } from '../../style';
import { IconButton } from '../../ui/button';
import { openPicture, pictureState } from './open-picture';
import type { Picture } from './pictures';
import { ProductPicture } from './product-picture';

/** How far a finger must go to turn to the next picture, in pixels. */
const swipe = 40;

type Larger = ComponentType<{ pictures: Picture[] }>;

/** The open picture, whose code comes with the first one that is opened. */
function LargerPicture({ pictures }: { pictures: Picture[] }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [Open, setOpen] = useState<Larger | null>(null);
  const wanted = openPicture(state) !== null;
  useEffect(() => {
    if (!wanted || Open) return;
    const code = import('../../later').then((module) => module.ProductLightbox);
    // Without a connection the picture stays as it is.
    Promise.all([code, needSections(['finding']), applyWholeStyle()]).then(
      ([open]) => setOpen(() => open),
      () => void navigate(-1),
    );
  }, [wanted, Open, navigate]);
  return Open && <Open pictures={pictures} />;
}

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
  const from = useRef<number | null>(null);
  const swiped = useRef(false);
  const onPointerDown = (event: PointerEvent) => {
    from.current = event.clientX;
    swiped.current = false;
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const went = from.current === null ? 0 : event.clientX - from.current;
    from.current = null;
    if (Math.abs(went) < swipe || pictures.length < 2) return;
    swiped.current = true;
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    go(current - Math.sign(went) * forward);
  };
  const navigate = useNavigate();
  const open = (event: MouseEvent, name: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (swiped.current) return;
    const { pathname, search, hash } = location;
    void navigate({ pathname, search, hash }, { state: pictureState(name) });
  };
  const position = (index: number) => t('gallery.position', { index: index + 1, total: pictures.length });

  return (
    <section className="gallery" aria-label={t('gallery.label')} onKeyDown={onKeyDown}>
      <div
        className="gallery__stage"
        onPointerDown={onPointerDown}
        onPointerUp={onPointerUp}
        onPointerCancel={() => (from.current = null)}
      >
        {picture ? (
          // Before the page is alive it opens the picture itself.
          <a
            className="gallery__open"
            href={picture.url}
            draggable={false}
            aria-label={t('gallery.open', { alt: picture.alt })}
            onClick={(event) => open(event, picture.url)}
          >
            <ProductPicture url={picture.url} alt={picture.alt} place="stage" eager />
          </a>
        ) : (
          <ProductPicture url={undefined} alt="" place="stage" />
        )}
        {pictures.length > 1 && (
          <>
            <IconButton className="gallery__arrow gallery__arrow--previous" label={t('gallery.previous')} onClick={() => go(current - 1)}>
              <ChevronLeft className="flip" aria-hidden="true" />
            </IconButton>
            <IconButton className="gallery__arrow gallery__arrow--next" label={t('gallery.next')} onClick={() => go(current + 1)}>
              <ChevronRight className="flip" aria-hidden="true" />
            </IconButton>
            <p className="gallery__count numeric" aria-hidden="true">
              <bdi dir="ltr">
                {current + 1} / {pictures.length}
              </bdi>
            </p>
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
      <LargerPicture pictures={pictures} />
    </section>
  );
}
