import { Fragment } from 'react';
import { useSite } from '../../../api/site';
import type { SiteText } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { languages, type Dictionary, type Lang } from '../../../languages';
import { Field } from '../../../ui/field';
import { TextField } from '../../../ui/text-field';
import { useBuiltIn } from './built-in';
import { fieldOf, type Words } from './use-words';

/** What a text writes where something of the firm is to stand. */
const mark = (known: string) => `{{${known}}}`;

/** Longer texts than this have lines. */
const oneLine = 80;

type Props = { text: SiteText; lang: Lang; words: Words; label?: string };

/** A text of the site in a language: the owner's, or the one it came with, as visitors read it, behind an empty field. */
export function WordField({ text: { name, max_length: maxLength, values }, lang, words, label }: Props) {
  const { t, lang: reader } = useTranslation();
  const { brand, locality, area } = useSite();
  const said: Record<string, string> = { brand, locality, places: area.join(', ') };
  const [built = '', readers] = [useBuiltIn(lang)[name], useBuiltIn(reader)];
  const original = values.reduce((text, known) => text.replaceAll(mark(known), said[known] ?? ''), built);
  const value = words.value(lang, name);
  const field = {
    label: label ?? nameOf(name, readers, t),
    hint: (
      <>
        {values.map((known) => (
          <Fragment key={known}>
            <code dir="ltr">{mark(known)}</code> {t('desk.texts.value', { value: said[known] })}{' '}
          </Fragment>
        ))}
        {value.trim() !== '' && (
          <>
            {t('desk.texts.original')} <bdi lang={lang}>{original}</bdi>
          </>
        )}
      </>
    ),
    name: fieldOf(lang, name),
    lang,
    dir: languages[lang].dir,
    maxLength,
    autoComplete: 'off',
    placeholder: original,
    value,
    error: words.errors[fieldOf(lang, name)],
  };
  const isShort = maxLength <= oneLine;
  return isShort ? (
    <Field {...field} onChange={({ target }) => words.change(lang, name, target.value)} />
  ) : (
    <TextField {...field} rows={maxLength > 200 ? 4 : 2} onChange={({ target }) => words.change(lang, name, target.value)} />
  );
}

/** What a text is called at the desk: by itself, or as a part of what it belongs to. */
function nameOf(name: string, built: Dictionary, t: (key: string) => string): string {
  const own = `desk.texts.key.${name}`;
  if (t(own) !== own) return t(own);
  const stem = name.slice(0, name.lastIndexOf('.'));
  const part = t(`desk.texts.part.${name.slice(stem.length + 1)}`);
  return `${built[`${stem}.title`] ?? built[`${stem}.name`] ?? stem}: ${part}`;
}
