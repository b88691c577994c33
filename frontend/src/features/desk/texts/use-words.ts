import { useState } from 'react';
import { api, ApiError } from '../../../api/client';
import type { SiteText } from '../../../api/types';
import { useTranslation } from '../../../i18n';
import type { Lang } from '../../../languages';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { useForm } from '../../account/use-form';
import { useFreshSignIn } from '../../security/step-up';
import { deskApi } from '../desk-paths';
import { changedOf, leftOf, type Typed } from './words';

/** The setting of a text in a language. */
const keyOf = (lang: Lang, name: string) => `text.${lang}.${name}`;

/** The name of a text's field: a refusal is shown there. */
export const fieldOf = (lang: Lang, name: string) => keyOf(lang, name).replaceAll('.', '-');

export type Words = ReturnType<typeof useWords>;

/** The text a setting is about, as the server has told it. */
function told(texts: SiteText[], key: string): string {
  const [, lang, ...name] = key.split('.');
  return texts.find((text) => text.name === name.join('.'))?.own[lang as Lang] ?? '';
}

/** What the owner has typed of the site's texts, in every language at once, and its saving; `texts` as they were fetched. */
export function useWords(texts: SiteText[], reload: () => Promise<void>) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const [typed, setTyped] = useState<Typed>({});
  // Saved, but not among the fetched texts before these are fetched again.
  const [sent, setSent] = useState<Typed>({});
  const [seen, setSeen] = useState(texts);
  if (texts !== seen) {
    setSeen(texts);
    setSent({});
  }
  const saved = (key: string) => sent[key]?.trim() ?? told(texts, key);
  const changed = changedOf(typed, saved);
  const hasChanges = Object.keys(changed).length > 0;

  const { busy, errors, handlers } = useForm({
    send: async () => {
      const save = async () => {
        await api.patch(deskApi.settings, { values: changed }).catch((error: unknown) => {
          throw atFields(error);
        });
      };
      if (hasChanges && !(await fresh(save))) return;
      setSent((before) => ({ ...before, ...changed }));
      setTyped((now) => leftOf(now, typed));
      await reload();
      toast({ title: t('desk.settings.saved'), variant: 'success' });
    },
    onError: useFailure(t('desk.settings.failed')),
  });
  return {
    value: (lang: Lang, name: string) => typed[keyOf(lang, name)] ?? saved(keyOf(lang, name)),
    change: (lang: Lang, name: string, value: string) => setTyped((before) => ({ ...before, [keyOf(lang, name)]: value })),
    discard: () => setTyped({}),
    hasChanges,
    busy,
    errors,
    handlers,
  };
}

/** One reason for all texts, at the fields of those that are refused. */
function atFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || !Array.isArray(error.params.fields)) return error;
  const fields = error.params.fields.map((field) => String(field).replaceAll('.', '-'));
  return new ApiError(error.status, error.code, error.detail, { ...error.params, fields, reason: 'text' });
}
