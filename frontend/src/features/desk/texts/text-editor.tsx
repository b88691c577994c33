import { Suspense, useState } from 'react';
import type { SiteText } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { langCodes, languages, type Lang } from '../../../languages';
import { Spinner } from '../../../ui/spinner';
import { Tabs } from '../../../ui/tabs';
import { useLeaveGuard } from '../leave-guard';
import { Section } from '../products/parts';
import { SaveBar } from '../save-bar';
import { BuiltIn } from './built-in';
import { useWords, type Words } from './use-words';
import { WordField } from './word-field';

type Props = {
  /** Those of the pictures too, which have a page of their own. */
  all: SiteText[];
  reload: () => Promise<void>;
};

/** Every text of the site that may be replaced, a tab for each language. */
export function TextEditor({ all, reload }: Props) {
  const { t, lang: reader } = useTranslation();
  const [shown, setShown] = useState<Lang>(reader);
  const words = useWords(all, reload);
  const texts = all.filter(({ group }) => group !== 'pictures');
  const question = useLeaveGuard(words.hasChanges);
  const tabs = langCodes.map((lang) => ({
    id: lang,
    label: <bdi lang={lang}>{languages[lang].name}</bdi>,
    panel: (
      <BuiltIn lang={lang}>
        <Groups texts={texts} lang={lang} words={words} />
      </BuiltIn>
    ),
  }));
  return (
    <form className="desk-editor" {...words.handlers}>
      <p className="muted">{t('desk.texts.intro')}</p>
      <Suspense fallback={<Spinner label={t('common.loading')} />}>
        <Tabs label={t('desk.texts.languages')} tabs={tabs} value={shown} onChange={(lang) => setShown(lang as Lang)} />
      </Suspense>
      <SaveBar isDirty={words.hasChanges} busy={words.busy} discard={words.discard} />
      {question}
    </form>
  );
}

function Groups({ texts, lang, words }: { texts: SiteText[]; lang: Lang; words: Words }) {
  const { t } = useTranslation();
  const groups = [...new Set(texts.map(({ group }) => group))];
  return (
    <div className="desk-editor__sections">
      {groups.map((group, at) => {
        const own = texts.filter((text) => text.group === group);
        const replaced = own.filter(({ name }) => words.value(lang, name).trim() !== '').length;
        return (
          <Section key={group} title={t(`desk.texts.group.${group}`)} count={replaced} first={at === 0}>
            {own.map((text) => (
              <WordField key={text.name} text={text} lang={lang} words={words} />
            ))}
          </Section>
        );
      })}
    </div>
  );
}
