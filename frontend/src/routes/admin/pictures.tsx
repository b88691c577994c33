import { Suspense, useState } from 'react';
import { useResource } from '../../api/resource';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { useLeaveGuard } from '../../features/desk/leave-guard';
import { SitePictureRow, type SitePicturesAnswer } from '../../features/desk/site-pictures';
import { SaveBar } from '../../features/desk/texts/save-bar';
import { useWords } from '../../features/desk/texts/use-words';
import type { SiteText, SiteTextsAnswer } from '../../features/desk/texts/wire';
import { WordField } from '../../features/desk/texts/word-field';
import { useTranslation } from '../../i18n';
import { langCodes, languages, type Lang } from '../../languages';
import { Spinner } from '../../ui/spinner';
import { SelectField } from '../../ui/text-field';

/** The pictures of the site, and what they are called. */
export function Pictures() {
  const { t } = useTranslation();
  const pictures = useResource<SitePicturesAnswer>(deskApi.sitePictures);
  const texts = useResource<SiteTextsAnswer>(deskApi.texts);
  return (
    <DeskPage title={t('desk.site_pictures.title')} back={{ to: deskPaths.settings, label: t('desk.place.settings') }}>
      <Loaded resource={pictures}>
        {(shown) => (
          <Loaded resource={texts}>
            {({ texts: all }) => (
              <Suspense fallback={<Spinner label={t('common.loading')} />}>
                <List
                  {...shown}
                  texts={all.filter(({ group }) => group === 'pictures')}
                  reloadPictures={pictures.reload}
                  reloadTexts={texts.reload}
                />
              </Suspense>
            )}
          </Loaded>
        )}
      </Loaded>
    </DeskPage>
  );
}

type ListProps = SitePicturesAnswer & {
  texts: SiteText[];
  reloadPictures: () => Promise<void>;
  reloadTexts: () => Promise<void>;
};

function List({ pictures, version, texts, reloadPictures, reloadTexts }: ListProps) {
  const { t, lang: reader } = useTranslation();
  const [lang, setLang] = useState<Lang>(reader);
  const words = useWords(texts, reloadTexts);
  const question = useLeaveGuard(words.hasChanges);
  const captionOf = (name: string) => texts.find((text) => text.name.endsWith(`.${name.slice('gallery-'.length)}`));
  return (
    <form className="desk-editor" {...words.handlers}>
      <p className="muted">{t('desk.site_pictures.intro')}</p>
      <SelectField label={t('desk.texts.languages')} value={lang} onChange={({ target }) => setLang(target.value as Lang)}>
        {langCodes.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code].name}
          </option>
        ))}
      </SelectField>
      <h2 className="desk-page__part">{t('desk.texts.group.pictures')}</h2>
      {texts
        .filter(({ name }) => !name.startsWith('pictures.caption.'))
        .map((text) => (
          <WordField key={text.name} text={text} lang={lang} words={words} />
        ))}
      <ul className="desk-site-pictures">
        {pictures.map((picture) => (
          <SitePictureRow
            key={picture.name}
            picture={picture}
            version={version}
            caption={picture.name.startsWith('gallery-') ? captionOf(picture.name) : undefined}
            lang={lang}
            words={words}
            reload={reloadPictures}
          />
        ))}
      </ul>
      <SaveBar words={words} />
      {question}
    </form>
  );
}
