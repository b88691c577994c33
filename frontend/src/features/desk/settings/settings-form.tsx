import { useEffect, useState } from 'react';
import { api, ApiError } from '../../../api/client';
import type { Setting } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast';
import { useFailure } from '../../account/use-failure';
import { useForm } from '../../account/use-form';
import { useFreshSignIn } from '../../security/step-up';
import { deskApi } from '../desk-paths';
import { HowTo } from '../guide/how-to';
import type { Group } from './groups';
import { holidayErrors } from './holidays-field';
import { hoursErrors } from './hours-field';
import { Seen } from './seen';
import { TryAlerts } from './try-alerts';
import { SettingField } from './setting-field';
import { formOf, shown, type Values } from './values';

type Props = {
  group: Group;
  settings: Setting[];
  reload: () => Promise<void>;
  /** Hears whether there is something to save. */
  onDirty: (id: string, isDirty: boolean) => void;
};

/** Settings that are saved together, all of them or none, and how visitors will see them. */
export function SettingsForm({ group, settings, reload, onDirty }: Props) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const lang = useLang();
  const [typed, setTyped] = useState<Values>({});
  const saved = Object.fromEntries(settings.map((setting) => [setting.key, shown(setting, lang === 'en' ? '.' : ',')]));
  const values = { ...saved, ...typed };
  const changed = settings.filter(({ key }) => values[key] !== saved[key]);
  const hasChanges = changed.length > 0;

  useEffect(() => onDirty(group.id, hasChanges), [onDirty, group.id, hasChanges]);

  // The page comes before its settings: the browser could not jump to this group by itself.
  useEffect(() => {
    if (location.hash === `#group-${group.id}`) document.getElementById(`group-${group.id}`)?.scrollIntoView();
  }, [group.id]);

  const save = async () => {
    await api.patch(deskApi.settings, formOf(changed, values)).catch((error: unknown) => {
      throw withReason(error);
    });
  };
  const { busy, errors, handlers } = useForm({
    check: ({ hours, holidays }) => ({
      ...(hours === undefined ? {} : hoursErrors(hours, t('desk.settings.wrong_span'))),
      ...(holidays === undefined ? {} : holidayErrors(holidays, t('desk.settings.wrong_days'))),
    }),
    send: async () => {
      if (hasChanges && !(await fresh(save))) return;
      await reload();
      setTyped({});
      toast({ title: t('desk.settings.saved'), variant: 'success' });
    },
    onError: useFailure(t('desk.settings.failed')),
  });
  return (
    <section className="panel stack" aria-labelledby={`group-${group.id}`}>
      <h2 className="panel__title" id={`group-${group.id}`} tabIndex={-1}>
        {t(`desk.settings.group.${group.id}`)}
      </h2>
      <form className="desk-group" {...handlers}>
        <div className="stack">
          {settings.map((setting) => (
            <SettingField
              key={setting.key}
              setting={setting}
              value={values[setting.key] ?? ''}
              onChange={(value) => setTyped((before) => ({ ...before, [setting.key]: value }))}
              errors={errors}
            />
          ))}
        </div>
        <Seen group={group} values={values} />
        <div className="row desk-group__acts">
          <Button type="submit" variant={hasChanges ? 'primary' : 'secondary'} busy={busy}>
            {t('desk.settings.save')}
          </Button>
          {hasChanges && (
            <Button variant="ghost" onClick={() => setTyped({})}>
              {t('desk.settings.discard')}
            </Button>
          )}
          {group.id === 'hours' && !hasChanges && <HowTo act="hours" />}
          {group.id === 'alerts' && !hasChanges && <TryAlerts />}
          <span className="muted" role="status">
            {hasChanges && t('desk.settings.unsaved')}
          </span>
        </div>
      </form>
    </section>
  );
}

/** Every setting has its own words for what it takes. */
function withReason(error: unknown): unknown {
  if (!(error instanceof ApiError) || typeof error.params.field !== 'string') return error;
  return new ApiError(error.status, error.code, error.detail, { ...error.params, reason: error.params.field });
}
