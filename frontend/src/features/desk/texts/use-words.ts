import { useState } from 'react';
import { api, ApiError } from '../../../api/client';
import { useTranslation } from '../../../i18n';
import type { Lang } from '../../../languages';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { useForm } from '../../account/use-form';
import { useFreshSignIn } from '../../security/step-up';
import { deskApi } from '../desk-paths';
import type { SiteText } from './wire';

/** The setting of a text in a language. */
const keyOf = (lang: Lang, name: string) => `text.${lang}.${name}`;

/** The name of a text's field: a refusal is shown there. */
export const fieldOf = (lang: Lang, name: string) => keyOf(lang, name).replaceAll('.', '-');

export type Words = ReturnType<typeof useWords>;

/** What the owner has typed of the site's texts, in every language at once, and its saving. */
export function useWords(texts: SiteText[], reload: () => Promise<void>) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const saved = (lang: Lang, name: string) => texts.find((text) => text.name === name)?.own[lang] ?? '';
  const changed = Object.entries(typed).filter(([key, value]) => {
    const [, lang, ...name] = key.split('.');
    return value.trim() !== saved(lang as Lang, name.join('.'));
  });

  const { busy, errors, handlers } = useForm({
    send: async () => {
      const save = async () => {
        await api.patch(deskApi.settings, { values: Object.fromEntries(changed) }).catch((error: unknown) => {
          throw atField(error);
        });
      };
      if (changed.length > 0 && !(await fresh(save))) return;
      await reload();
      setTyped({});
      toast({ title: t('desk.settings.saved'), variant: 'success' });
    },
    onError: useFailure(t('desk.settings.failed')),
  });
  return {
    value: (lang: Lang, name: string) => typed[keyOf(lang, name)] ?? saved(lang, name),
    change: (lang: Lang, name: string, value: string) => setTyped((before) => ({ ...before, [keyOf(lang, name)]: value })),
    discard: () => setTyped({}),
    hasChanges: changed.length > 0,
    busy,
    errors,
    handlers,
  };
}

/** One reason for all texts, at the field of the one that is refused. */
function atField(error: unknown): unknown {
  if (!(error instanceof ApiError) || typeof error.params.field !== 'string') return error;
  const field = error.params.field.replaceAll('.', '-');
  return new ApiError(error.status, error.code, error.detail, { ...error.params, field, reason: 'text' });
}
