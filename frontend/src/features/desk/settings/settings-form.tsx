import { useEffect, useRef, useState, type FormEvent } from 'react';
import { api } from '../../../api/client';
import type { Setting } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { useFailure } from '../../account/use-failure';
import { useForm } from '../../account/use-form';
import { useFreshSignIn } from '../../security/step-up';
import { deskApi } from '../desk-paths';
import { HowTo } from '../guide/how-to';
import { OwnerUntold } from '../owner-untold';
import type { Outcome, Part } from '../saved-together';
import { leftOf } from '../texts/words';
import type { Group } from './groups';
import { holidayErrors } from './holidays-field';
import { hoursErrors } from './hours-field';
import { Seen } from './seen';
import { TryAlerts } from './try-alerts';
import { SettingField } from './setting-field';
import { formOf, nameOf, shown, wrongNumbers, type Values } from './values';

type Props = {
  group: Group;
  settings: Setting[];
  reload: () => Promise<void>;
  /** Hears whether there is something to save. */
  onDirty: (id: string, isDirty: boolean) => void;
  /** Hears how many of its fields keep it from being saved. */
  onWrong: (id: string, count: number) => void;
  /** Takes what can save it among the others of the page; answers what ends that. */
  join: (id: string, part: Part) => () => void;
  /** Saves the whole page. */
  onSave: () => void;
};

/** Settings that are sent together, all of them or none, and how visitors will see them. */
export function SettingsForm({ group, settings, reload, onDirty, onWrong, join, onSave }: Props) {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const lang = useLang();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Values>({});
  const saved = Object.fromEntries(settings.map((setting) => [setting.key, shown(setting, lang === 'en' ? '.' : ',')]));
  const values = { ...saved, ...typed };
  const changed = settings.filter(({ key }) => values[key] !== saved[key]);
  const hasChanges = changed.length > 0;

  useEffect(() => onDirty(group.id, hasChanges), [onDirty, group.id, hasChanges]);

  // The page comes before its settings: the browser could not jump to this group by itself.
  useEffect(() => {
    if (location.hash === `#group-${group.id}`) document.getElementById(`group-${group.id}`)?.scrollIntoView();
    const asked = group.keys.find((key) => location.hash === `#${key}`);
    const field = asked === undefined ? null : form.current?.elements.namedItem(nameOf(asked));
    if (field instanceof HTMLElement) {
      field.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
    }
  }, [group.id, group.keys]);

  const save = async () => {
    await api.patch(deskApi.settings, formOf(changed, values));
  };
  /** Hears how it went, while the page saves it. */
  const heard = useRef<((outcome: Outcome) => void) | null>(null);
  const end = (outcome: Outcome) => {
    heard.current?.(outcome);
    heard.current = null;
  };
  useEffect(
    () =>
      join(group.id, {
        save: () =>
          new Promise((resolve) => {
            heard.current = resolve;
            form.current?.requestSubmit();
          }),
        discard: () => setTyped({}),
      }),
    [join, group.id],
  );
  const { errors, handlers } = useForm({
    check: ({ hours, holidays, ...typed }) => ({
      ...Object.fromEntries(wrongNumbers(typed).map((name) => [name, t('form.phone_format')])),
      ...(hours === undefined ? {} : hoursErrors(hours, t('desk.settings.wrong_span'))),
      ...(holidays === undefined ? {} : holidayErrors(holidays, t('desk.settings.wrong_days'))),
    }),
    onRefused: () => end('refused'),
    send: async () => {
      try {
        if (!(await fresh(save))) return end('left');
      } catch (error) {
        end('refused');
        throw error;
      }
      await reload();
      setTyped((now) => leftOf(now, typed));
      end('saved');
    },
    onError: useFailure(t('desk.settings.failed')),
  });
  const wrong = hasChanges ? Object.values(errors).filter((error) => error !== '').length : 0;
  useEffect(() => onWrong(group.id, wrong), [onWrong, group.id, wrong]);
  // The return key saves the page, as its button does.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (heard.current !== null) return void handlers.onSubmit(event);
    event.preventDefault();
    onSave();
  };
  return (
    <section className="panel stack" aria-labelledby={`group-${group.id}`}>
      <h2 className="panel__title" id={`group-${group.id}`} tabIndex={-1}>
        {t(`desk.settings.group.${group.id}`)}
      </h2>
      {group.id === 'alerts' && <OwnerUntold />}
      <form className="desk-group" ref={form} {...handlers} onSubmit={onSubmit}>
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
        {!hasChanges && (group.id === 'hours' || group.id === 'alerts') && (
          <div className="row desk-group__acts">{group.id === 'hours' ? <HowTo act="hours" /> : <TryAlerts />}</div>
        )}
        <button type="submit" hidden />
      </form>
    </section>
  );
}
