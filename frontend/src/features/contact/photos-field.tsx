import Camera from 'lucide-react/icons/camera';
import Check from 'lucide-react/icons/check';
import ImageOff from 'lucide-react/icons/image-off';
import X from 'lucide-react/icons/x';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { IconButton } from '../../ui/button';
import { FilesField } from './files-field';
import { isUnreadable } from './shrink';
import type { Photos } from './use-photos';
import type { SentFile } from './use-sent-files';

const look = { field: 'field photos', input: 'photos__input', list: 'photos__list' };

/** The photos of a request. */
export function PhotosField({ photos, error }: { photos: Photos; error?: string }) {
  const { t } = useTranslation();
  return (
    <FilesField
      files={photos}
      name="photos"
      accept="image/*"
      look={look}
      label={t('quote.photos')}
      button={
        <>
          <Camera aria-hidden="true" />
          {t('quote.photos_add')}
        </>
      }
      hint={
        <>
          {t('quote.photos_hint')} <noscript>{t('quote.photos_together')}</noscript>
        </>
      }
      chosen={t('quote.photos')}
      full={t('quote.photos_full')}
      error={error}
    >
      {(photo, onRemove) => <Item key={photo.key} photo={photo} onRemove={onRemove} />}
    </FilesField>
  );
}

function Item({ photo, onRemove }: { photo: SentFile<string>; onRemove: () => void }) {
  const { t } = useTranslation();
  const { name, preview, kept, error } = photo;
  return (
    <li className="photos__item">
      {preview ? (
        <img className="photos__preview" src={preview} alt="" />
      ) : kept ? (
        <Camera aria-hidden="true" />
      ) : (
        <ImageOff aria-hidden="true" />
      )}
      {/* For a browser that sends the form by itself. */}
      {kept && <input type="hidden" name="kept" value={kept} />}
      <div className="photos__text">
        <p className="photos__name">
          <bdi>{name}</bdi>
        </p>
        <p className={error ? 'field__error' : 'field__hint'} role="status">
          {error ? (
            reason(t, error)
          ) : kept ? (
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

function reason(t: ReturnType<typeof useTranslation>['t'], error: unknown): string {
  return isUnreadable(error) ? t('quote.photo_unreadable') : errorText(t, error);
}
