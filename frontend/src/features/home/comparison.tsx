import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { useTranslation } from '../../i18n';
import { SitePicture } from './site-picture';
import { pictureName } from './pictures';

type Props = {
  /** What is compared. */
  name: string;
  before: string;
  after: string;
  caption: ReactNode;
};

const sizes = '(min-width: 60rem) 36rem, (min-width: 48rem) 46vw, min(92vw, 37.5rem)';

/** Two pictures of the same place, one over the other, with a slider between them; side by side without scripts. */
export function Comparison({ name, before, after, caption }: Props) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>) =>
    stage.current?.style.setProperty('--at', `${event.target.value}%`);
  return (
    <figure className="comparison">
      <div className="comparison__stage" ref={stage}>
        <SitePicture name={pictureName(after)} alt={t(`pictures.caption.${after}`)} sizes={sizes} />
        <SitePicture name={pictureName(before)} alt={t(`pictures.caption.${before}`)} sizes={sizes} />
        <input
          className="comparison__slider"
          type="range"
          min="0"
          max="100"
          defaultValue="50"
          aria-label={t('pictures.compare', { what: name })}
          onChange={onChange}
        />
        <span className="comparison__line" aria-hidden="true" />
      </div>
      <figcaption>
        <span className="comparison__name">{name}</span>
        {caption}
      </figcaption>
    </figure>
  );
}
