// The texts the site came with, whatever the owner says instead.

import { sections } from 'locales:sections';
import { use, useState, type ReactNode } from 'react';
import { errorText } from '../../../api/problem';
import { useTranslation } from '../../../i18n';
import type { Dictionary, Lang } from '../../../languages';
import { Button } from '../../../ui/button';
import { ErrorBox } from '../../../ui/empty';

/** The texts of a language, or why they could not be fetched. */
type Answer = { texts: Dictionary; error?: unknown };

const answers = new Map<Lang, Promise<Answer>>();

async function fetchAll(lang: Lang): Promise<Answer> {
  const of = sections[lang];
  try {
    const parts = await Promise.all([of.shop(), of.hero(), of.home(), of.contact(), of.quote()]);
    return { texts: Object.assign({}, ...parts.map((part) => part.default)) as Dictionary };
  } catch (error) {
    return { texts: {}, error };
  }
}

function answerOf(lang: Lang): Promise<Answer> {
  const answer = answers.get(lang) ?? fetchAll(lang);
  answers.set(lang, answer);
  return answer;
}

/** The texts of a language, inside `BuiltIn`; whoever asks waits until they are here. */
export const useBuiltIn = (lang: Lang): Dictionary => use(answerOf(lang)).texts;

/** Shows what needs the texts of a language and of the reader's own; while they cannot be fetched, a way to try again. */
export function BuiltIn({ lang, children }: { lang: Lang; children: ReactNode }) {
  const { t, lang: reader } = useTranslation();
  const [, setTries] = useState(0);
  const missing = [lang, reader].map((code) => ({ code, ...use(answerOf(code)) })).filter(({ error }) => error !== undefined);
  if (missing.length === 0) return children;
  const again = () => {
    for (const { code } of missing) answers.delete(code);
    setTries((tries) => tries + 1);
  };
  return (
    <ErrorBox title={t('desk.load_failed')} text={errorText(t, missing[0]?.error)}>
      <Button variant="secondary" onClick={again}>
        {t('common.retry')}
      </Button>
    </ErrorBox>
  );
}
