import Camera from 'lucide-react/icons/camera';
import Check from 'lucide-react/icons/check';
import ImageOff from 'lucide-react/icons/image-off';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { ApiError, type ErrorCode } from '../../api/client';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { buttonClass, IconButton } from '../../ui/button';
import { Unreadable } from './shrink';
import { maxPhotos, type Photo, type Photos } from './use-photos';

type Props = { photos: Photos; error?: string };

/** Chooses photos, shows them with how far each is, and takes them away again. */
export function PhotosField({ photos, error }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(false);
  const isFull = photos.list.length >= maxPhotos;

  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    setLeft(!photos.add([...(currentTarget.files ?? [])]));
    // So that the same file can be chosen again.
    currentTarget.value = '';
  }
  function remove(key: number) {
    photos.remove(key);
    setLeft(false);
    input.current?.focus();
  }

  return (
    <div className="field photos">
      <label className="field__label" htmlFor={id}>
        {t('quote.photos')}
      </label>
      <input
        ref={input}
        className="visually-hidden photos__input"
        id={id}
        type="file"
        name="photos"
        accept="image/*"
        multiple
        aria-disabled={isFull || undefined}
        aria-describedby={`${id}-hint ${id}-state`}
        onClick={isFull ? (event) => event.preventDefault() : undefined}
        onChange={onChange}
      />
      <label className={buttonClass('secondary')} htmlFor={id} aria-disabled={isFull || undefined}>
        <Camera aria-hidden="true" />
        {t('quote.photos_add')}
      </label>
      <p className="field__hint" id={`${id}-hint`}>
        {t('quote.photos_hint')} <noscript>{t('quote.photos_together')}</noscript>
      </p>
      {photos.list.length > 0 && (
        <ul className="photos__list" aria-label={t('quote.photos')}>
          {photos.list.map((photo) => (
            <Item key={photo.key} photo={photo} onRemove={() => remove(photo.key)} />
          ))}
        </ul>
      )}
      <p className="field__error" id={`${id}-state`} role="status">
        {error || (left ? t('quote.photos_full') : '')}
      </p>
    </div>
  );
}

function Item({ photo, onRemove }: { photo: Photo; onRemove: () => void }) {
  const { t } = useTranslation();
  const { name, preview, id, error } = photo;
  return (
    <li className="photos__item">
      {preview ? (
        <img className="photos__preview" src={preview} alt="" />
      ) : id ? (
        <Camera aria-hidden="true" />
      ) : (
        <ImageOff aria-hidden="true" />
      )}
      {/* For a browser that sends the form by itself. */}
      {id && <input type="hidden" name="kept" value={id} />}
      <div className="photos__text">
        <p className="photos__name">
          <bdi>{name}</bdi>
        </p>
        <p className={error ? 'field__error' : 'field__hint'} role="status">
          {error ? (
            reason(t, error)
          ) : id ? (
            <>
              <Check aria-hidden="true" /> {t('quote.photo_sent')}
            </>
          ) : (
            t('quote.photo_sending')
          )}
        </p>
      </div>
      <IconButton label={t('quote.photo_remove', { name })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

const unreadable = new Set<ErrorCode>(['unsupported_media_type', 'validation_failed']);

function reason(t: ReturnType<typeof useTranslation>['t'], error: unknown): string {
  const isUnreadable = error instanceof Unreadable || (error instanceof ApiError && unreadable.has(error.code));
  return isUnreadable ? t('quote.photo_unreadable') : errorText(t, error);
}
