import ImageOff from 'lucide-react/icons/image-off';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useId, useState, type ChangeEvent, type DragEvent } from 'react';
import { errorText } from '../../../api/problem';
import { useTranslation } from '../../../i18n';
import { Button, buttonClass } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { pictureSources } from '../../../ui/picture-sources';
import { isUnreadable } from '../../contact/shrink';
import type { Picture } from './draft';
import { useEditorContext } from './form-context';
import { moved, Section, Tools, spanish, withPart } from './parts';
import type { Pictures } from './pictures';

/** The pictures in their order; the first is the one of the store's cards. */
export function PictureSection({ pictures }: { pictures: Pictures }) {
  const { t } = useTranslation();
  const { draft, problems } = useEditorContext();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const onWay = draft.pictures.filter(({ url, error }) => url === null && error === undefined).length;

  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    pictures.add([...(currentTarget.files ?? [])]);
    // So that the same file can be chosen again.
    currentTarget.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    pictures.add([...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/')));
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Section title={t('desk.product.pictures')} count={draft.pictures.length} first>
      {draft.pictures.length > 0 && (
        <ol className="desk-pictures" aria-label={t('desk.product.pictures')}>
          {draft.pictures.map((picture, at) => (
            <Item key={picture.key} picture={picture} at={at} onAgain={() => pictures.again(picture)} />
          ))}
        </ol>
      )}
      <div className="desk-drop" data-over={isOver || undefined} onDrop={onDrop} onDragOver={onDragOver} onDragLeave={() => setOver(false)}>
        <input
          className="visually-hidden desk-drop__input"
          id={id}
          type="file"
          name="images"
          accept="image/*"
          multiple
          aria-describedby={`${id}-hint ${id}-state`}
          onChange={onChange}
        />
        <label className={buttonClass('secondary')} htmlFor={id}>
          <ImagePlus aria-hidden="true" />
          {t('desk.product.pictures_add')}
        </label>
        <p className="field__hint" id={`${id}-hint`}>
          {t('desk.product.pictures_hint')}
        </p>
        <div role="status" id={`${id}-state`}>
          {onWay > 0 && (
            <label className="desk-progress">
              <span>{t('desk.product.pictures_sending', { count: onWay })}</span>
              <progress max={draft.pictures.length} value={draft.pictures.length - onWay} />
            </label>
          )}
          {problems['images'] && <p className="field__error">{t(problems['images'])}</p>}
        </div>
      </div>
    </Section>
  );
}

function Item({ picture, at, onAgain }: { picture: Picture; at: number; onAgain: () => void }) {
  const { t } = useTranslation();
  const { draft, change, field } = useEditorContext();
  const { key, url, preview, alt, error, file } = picture;
  const name = alt || file?.name || t('desk.product.picture', { n: at + 1 });
  const source = preview ?? url;
  // Variants that showed it show the product's pictures again.
  const remove = () =>
    change((now) => ({
      ...now,
      pictures: now.pictures.filter((one) => one.key !== key),
      variants: now.variants.map((variant) => (variant.image === url && url !== null ? { ...variant, image: null } : variant)),
    }));
  return (
    <li className="desk-picture">
      {source === null ? <ImageOff aria-hidden="true" /> : <img {...pictureSources(source, [160])} alt="" />}
      <div className="desk-picture__text">
        <Field
          label={t('desk.product.picture_shows', {
            picture: at === 0 ? t('desk.product.picture_main') : t('desk.product.picture', { n: at + 1 }),
          })}
          maxLength={500}
          {...spanish}
          value={alt}
          onChange={({ target }) =>
            change((now) => ({ ...now, pictures: withPart(now.pictures, key, { alt: target.value }) }))
          }
          {...field(`images/${at}/alt`)}
        />
        {error !== undefined && (
          <p className="field__error" role="alert">
            {isUnreadable(error) ? t('desk.product.picture_unreadable') : errorText(t, error)}{' '}
            <Button variant="ghost" onClick={isUnreadable(error) ? remove : onAgain}>
              {t(isUnreadable(error) ? 'desk.product.picture_remove' : 'common.retry')}
            </Button>
          </p>
        )}
        {url === null && error === undefined && <p className="field__hint">{t('desk.product.picture_sending')}</p>}
      </div>
      <Tools
        name={name}
        at={at}
        of={draft.pictures.length}
        onMove={(to) => change((now) => ({ ...now, pictures: moved(now.pictures, at, to) }))}
        onRemove={remove}
      />
    </li>
  );
}
