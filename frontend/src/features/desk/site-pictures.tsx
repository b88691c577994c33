import ImageUp from 'lucide-react/icons/image-up';
import Undo2 from 'lucide-react/icons/undo-2';
import { useId, type ChangeEvent } from 'react';
import { api, ApiError } from '../../api/client';
import type { SitePicture, SiteText } from '../../api/types';
import { useTranslation } from '../../i18n';
import type { Lang } from '../../languages';
import { paths } from '../../paths';
import { Button, buttonClass } from '../../ui/button';
import { isUnreadable, shrink } from '../contact/shrink';
import { deskApi } from './desk-paths';
import { patiently, whileBusy } from './patiently';
import type { Words } from './texts/use-words';
import { WordField } from './texts/word-field';
import { useAct } from './use-act';

/** Pixels a side, as much as the server keeps of a picture of the site. */
const side = 2400;

/** The one picture that did not come along: it is the Commission's. */
const noticeName = 'guarantee-notice';

type Props = {
  picture: SitePicture;
  version: string;
  /** The text that describes it, where it has one. */
  caption: SiteText | undefined;
  lang: Lang;
  words: Words;
  reload: () => Promise<void>;
  /** Asked to put the original in its place again. */
  onPutBack: () => void;
};

/** A picture of the site as it is now, another in its place, and what it is called. */
export function SitePictureRow({ picture: { name, own }, version, caption, lang, words, reload, onPutBack }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { busy, run } = useAct();
  const title = pictureName(name, t);
  const isAbsent = name === noticeName && !own;
  const act = t(isAbsent ? 'desk.site_pictures.put' : 'desk.site_pictures.replace');
  // Who hears a list of them hears of which picture; who sees it has it above.
  const label = (
    <>
      {t('desk.site_pictures.caption')}
      <span className="visually-hidden">: {title}</span>
    </>
  );
  const address = name === 'social' ? `/pictures/social.jpg?v=${version}` : paths.picture(name, 320, version);

  const replace = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // So that the same file can be chosen again.
    currentTarget.value = '';
    if (file === undefined) return;
    const send = async () => {
      try {
        const { body } = await shrink(file, side);
        await patiently(() => api.put(deskApi.sitePicture(name), body), whileBusy);
      } catch (error) {
        throw isUnreadable(error) ? new ApiError(422, 'validation_failed', '', { reason: 'picture' }) : error;
      }
    };
    const words = { done: { title: t('desk.settings.saved') }, failed: t('desk.site_pictures.failed') };
    if (await run('replace', send, words)) await reload();
  };
  return (
    <li className="panel desk-site-picture" id={name}>
      {isAbsent ? <p className="muted">{t('desk.site_pictures.absent')}</p> : <img src={address} alt="" loading="lazy" />}
      <div className="stack">
        <h3>
          {title} {own && <span className="desk-badge">{t('desk.site_pictures.own')}</span>}
        </h3>
        {name === noticeName && <p className="field__hint">{t('desk.site_pictures.hint.guarantee_notice')}</p>}
        {caption && <WordField text={caption} lang={lang} words={words} label={label} ask={own ? t('desk.site_pictures.say_what') : undefined} />}
        <div className="row">
          <input
            className="visually-hidden desk-drop__input"
            id={id}
            type="file"
            accept="image/*"
            disabled={busy !== null}
            aria-label={`${act}: ${title}`}
            onChange={(event) => void replace(event)}
          />
          <label className={buttonClass('secondary')} htmlFor={id} aria-busy={busy !== null}>
            <ImageUp aria-hidden="true" />
            {busy !== null ? t('desk.product.picture_sending') : act}
          </label>
          {own && (
            <Button variant="ghost" disabled={busy !== null} onClick={onPutBack}>
              <Undo2 className="flip" aria-hidden="true" />
              {t('desk.site_pictures.put_back')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** The gallery begins with pictures that are compared two by two: before, and after. */
const compared = 4;

/** What a picture is called at the desk: by its place, by its side of a comparison, or by its number in the gallery. */
export function pictureName(name: string, t: (key: string, params?: Record<string, unknown>) => string): string {
  const [, series, n] = /^(gallery|team)-(\d+)$/.exec(name) ?? [];
  const number = Number(n);
  if (series === 'gallery' && number <= compared) {
    return t(`desk.site_pictures.compared.${number % 2 === 1 ? 'before' : 'after'}`, { n: Math.ceil(number / 2) });
  }
  return series === undefined ? t(`desk.site_pictures.name.${name.replaceAll('-', '_')}`) : t(`desk.site_pictures.${series}`, { n: number });
}
