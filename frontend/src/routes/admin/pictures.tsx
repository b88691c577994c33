import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../api/client';
import { useResource } from '../../api/resource';
import type { SitePictureList, SiteText, SiteTextList } from '../../api/types';
import { ActDialog } from '../../features/desk/act-dialog';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { useLeaveGuard } from '../../features/desk/leave-guard';
import { SaveBar } from '../../features/desk/save-bar';
import { pictureName, SitePictureRow } from '../../features/desk/site-pictures';
import { BuiltIn } from '../../features/desk/texts/built-in';
import { useWords } from '../../features/desk/texts/use-words';
import { WordField } from '../../features/desk/texts/word-field';
import { useTranslation } from '../../i18n';
import { langCodes, languages, type Lang } from '../../languages';
import { Spinner } from '../../ui/spinner';
import { SelectField } from '../../ui/text-field';

/** The pictures of the site, and what they are called. */
export function Pictures() {
  const { t } = useTranslation();
  const pictures = useResource<SitePictureList>(deskApi.sitePictures);
  const texts = useResource<SiteTextList>(deskApi.texts);
  return (
    <DeskPage title={t('desk.site_pictures.title')} back={{ to: deskPaths.settings, label: t('desk.place.settings') }}>
      <Loaded resource={pictures}>
        {(shown) => (
          <Loaded resource={texts}>
            {({ texts: all }) => (
              <Suspense fallback={<Spinner label={t('common.loading')} />}>
                <List
                  {...shown}
                  all={all}
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

type ListProps = SitePictureList & {
  /** Every text of the site. */
  all: SiteText[];
  reloadPictures: () => Promise<void>;
  reloadTexts: () => Promise<void>;
};

function List({ pictures, version, all, reloadPictures, reloadTexts }: ListProps) {
  const { t, lang: reader } = useTranslation();
  const [lang, setLang] = useState<Lang>(reader);
  const [leaving, setLeaving] = useState<string | null>(null);
  const words = useWords(all, reloadTexts);
  const { hash } = useLocation();
  // Who was sent to one of them, as by a duty, begins there.
  useEffect(() => document.getElementById(hash.slice(1))?.scrollIntoView(), [hash]);
  const question = useLeaveGuard(words.hasChanges);
  const texts = all.filter(({ group }) => group === 'pictures');
  const captionOf = (name: string) => texts.find((text) => text.name.endsWith(`.${name.slice('gallery-'.length)}`));
  return (
    <>
      <form className="desk-editor" {...words.handlers}>
        <p className="muted">{t('desk.site_pictures.intro')}</p>
        <SelectField label={t('desk.texts.languages')} value={lang} onChange={({ target }) => setLang(target.value as Lang)}>
          {langCodes.map((code) => (
            <option key={code} value={code} lang={code} dir="auto">
              {languages[code].name}
            </option>
          ))}
        </SelectField>
        <BuiltIn lang={lang}>
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
                onPutBack={() => setLeaving(picture.name)}
              />
            ))}
          </ul>
        </BuiltIn>
        <SaveBar isDirty={words.hasChanges} busy={words.busy} discard={words.discard} />
        {question}
      </form>
      <PutBack name={leaving} onClose={() => setLeaving(null)} reload={reloadPictures} />
    </>
  );
}

type PutBackProps = { name: string | null; onClose: () => void; reload: () => Promise<void> };

/** Asks before the owner's picture of that name gives way to the one the site came with: the server keeps no other copy. */
function PutBack({ name, onClose, reload }: PutBackProps) {
  const { t } = useTranslation();
  return (
    <ActDialog
      open={name !== null}
      onClose={onClose}
      title={t('desk.site_pictures.put_back')}
      submit={t('desk.site_pictures.put_back')}
      danger
      send={() => api.delete(deskApi.sitePicture(name ?? ''))}
      done={t('desk.site_pictures.back')}
      failed={t('desk.settings.failed')}
      onDone={reload}
    >
      {() => <p>{pictureName(name ?? '', t)}</p>}
    </ActDialog>
  );
}
