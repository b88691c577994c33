import type { MouseEvent, ReactNode } from 'react';
import { useSite } from '../../../api/site';
import type { SiteText } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import { languages, type Dictionary, type Lang } from '../../../languages';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { TextField } from '../../../ui/text-field';
import { useBuiltIn } from './built-in';
import { fieldOf, type Words } from './use-words';
import { filledIn, unfilled } from './words';

/** Longer texts than this have lines. */
const oneLine = 80;

type Props = { text: SiteText; lang: Lang; words: Words; label?: ReactNode; /** Asked for where visitors do not read the text the site came with. */ ask?: string };

/**
 * A text of the site in a language: the owner's, or the one it came with, behind an empty field. Both as visitors read
 * them: what a text names of the firm is filled in.
 */
export function WordField({ text: { name, max_length: maxLength, values }, lang, words, label, ask }: Props) {
  const { t, lang: reader } = useTranslation();
  const { brand, locality, area } = useSite();
  const [texts, readers] = [useBuiltIn(lang), useBuiltIn(reader)];
  const said: Record<string, string> = { places: area.join(texts['common.comma']), locality, brand };
  const known = Object.fromEntries(Object.entries(said).filter(([each]) => values.includes(each)));
  const builtIn = texts[name] ?? '';
  const original = filledIn(builtIn, known);
  const kept = words.value(lang, name);
  const value = filledIn(kept, known);
  const field = {
    label: label ?? nameOf(name, readers, t),
    hint: (
      <>
        {values
          .filter((each) => [builtIn, kept].some((text) => text.includes(`{{${each}}}`)))
          .map((each) => (
            <span key={each}>{t('desk.texts.value', { value: said[each], what: t(`desk.texts.known.${each}`) })} </span>
          ))}
        {ask !== undefined && value.trim() === '' && ask}
        {ask === undefined && value.trim() !== '' && (
          <>
            {t('desk.texts.original')} <bdi lang={lang}>{original}</bdi>
          </>
        )}
      </>
    ),
    name: fieldOf(lang, name),
    lang,
    dir: languages[lang].dir,
    // The server counts what is kept.
    maxLength: maxLength + value.length - kept.length,
    autoComplete: 'off',
    placeholder: ask === undefined ? original : undefined,
    value,
    error: words.errors[fieldOf(lang, name)],
  };
  const change = (typed: string) => words.change(lang, name, unfilled(typed, known));
  // One word of a text is changed without writing it anew.
  const begin = ({ currentTarget }: MouseEvent) => {
    change(original);
    currentTarget.parentElement?.querySelector<HTMLElement>('.field__input')?.focus();
  };
  const isShort = maxLength <= oneLine;
  return (
    <div className="desk-text">
      {isShort ? (
        <Field {...field} onChange={({ target }) => change(target.value)} />
      ) : (
        <TextField {...field} rows={maxLength > 200 ? 4 : 2} onChange={({ target }) => change(target.value)} />
      )}
      {ask === undefined && value === '' && original !== '' && (
        <Button variant="ghost" onClick={begin}>
          {t('desk.texts.begin')}
          <span className="visually-hidden">: {field.label}</span>
        </Button>
      )}
    </div>
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
