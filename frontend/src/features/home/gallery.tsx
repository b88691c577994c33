import { useNavigate } from 'react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { paths } from '../../paths';
import { Lightbox } from '../catalogue/lightbox';
import { pictureState } from '../catalogue/open-picture';
import { SitePicture } from './site-picture';
import { Comparison } from './comparison';
import { pairs, pictureName, singles } from './pictures';

/** The work of the firm: two rooms before and after, then ten pictures. Each opens larger. */
export function Gallery() {
  const { t } = useTranslation();
  const own = useSite().own_pictures ?? [];
  const numbers = [...pairs.flatMap(({ before, after }) => [before, after]), ...singles];
  const illustrations = numbers.filter((number) => !own.includes(pictureName(number)));
  // Once for all of them, or at each where some are photographs.
  const mixed = illustrations.length < numbers.length;
  const remark = (number: string) =>
    mixed && illustrations.includes(number) ? ` (${t('pictures.illustration')})` : '';
  // Of two that are compared, one may be a photograph: it must not seem to be drawn.
  const isHalf = (before: string, after: string) => remark(before) !== remark(after);

  return (
    <section className="page section pictures" id="galeria" aria-labelledby="pictures-title">
      <header className="section-head">
        <p className="kicker">{t('pictures.title')}</p>
        <h2 id="pictures-title">{t('pictures.lead')}</h2>
        {illustrations.length > 0 && !mixed && <p className="muted">{t('pictures.note')}</p>}
      </header>
      <div className="comparisons">
        {pairs.map(({ key, before, after }) => (
          <Comparison
            key={key}
            name={t(`pictures.${key}`)}
            before={before}
            after={after}
            caption={
              <>
                <PictureLink number={before} caption={`${t(`pictures.${key}`)}, ${t('pictures.before')}`}>
                  {t('pictures.before')}
                  {isHalf(before, after) && remark(before)}
                </PictureLink>
                <PictureLink number={after} caption={`${t(`pictures.${key}`)}, ${t('pictures.after')}`}>
                  {t('pictures.after')}
                  {isHalf(before, after) && remark(after)}
                </PictureLink>
                {!isHalf(before, after) && remark(after)}
              </>
            }
          />
        ))}
      </div>
      <ul className="mosaic">
        {singles.map((number, index) => (
          <li key={number}>
            <figure className="mosaic__figure">
              <PictureLink number={number} caption={t(`pictures.caption.${number}`)}>
                <SitePicture
                  name={pictureName(number)}
                  alt=""
                  sizes={isLarge(index) ? '(min-width: 48rem) 37.5rem, min(104vw, 37.5rem)' : '(min-width: 60rem) 18rem, (min-width: 48rem) 23vw, 50vw'}
                />
              </PictureLink>
              <figcaption>
                {t(`pictures.caption.${number}`)}
                {remark(number)}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <Lightbox
        names={numbers}
        titleOf={(number) => t(`pictures.caption.${number}`) + remark(number)}
        pictureOf={(number) => (
          <SitePicture name={pictureName(number)} alt={t(`pictures.caption.${number}`)} sizes="100vw" eager />
        )}
      />
    </section>
  );
}

/** The style sheet gives the first and the last four places. */
const isLarge = (index: number) => index === 0 || index === singles.length - 1;

type LinkProps = { number: string; caption: string; children: ReactNode };

/** Opens a picture larger; before the page is alive, the picture itself. */
function PictureLink({ number, caption, children }: LinkProps) {
  const { t } = useTranslation();
  const { pictures: version } = useSite();
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { pathname, search, hash } = location;
    void navigate({ pathname, search, hash }, { state: pictureState(number) });
  };
  return (
    <a
      className="picture-link"
      href={paths.picture(pictureName(number), 1200, version ?? '')}
      aria-label={t('pictures.open', { caption })}
      onClick={open}
    >
      {children}
    </a>
  );
}
