import { useCallback, useState, type FormEvent, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { useResource } from '../../api/resource';
import type { Setting, SettingList, Today } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { useLeaveGuards } from '../../features/desk/leave-guard';
import { SaveBar } from '../../features/desk/save-bar';
import { useSavedTogether } from '../../features/desk/saved-together';
import { grouped, type Group } from '../../features/desk/settings/groups';
import { SettingsForm } from '../../features/desk/settings/settings-form';
import { showSection } from '../../features/site/use-navigation-effects';
import { useTranslation } from '../../i18n';
import { buttonClass } from '../../ui/button';
import { toast } from '../../ui/toast';

/** The way to each group, of which a telephone shows one at a time. */
function Index({ groups }: { groups: Group[] }) {
  const { t } = useTranslation();
  // The address stays: another one would be a way out of what is not saved yet.
  const jump = (event: MouseEvent, id: string) => {
    event.preventDefault();
    showSection(id);
  };
  return (
    <nav aria-label={t('desk.settings.index')}>
      <ul className="desk-pills">
        {groups.map(({ id }) => (
          <li key={id}>
            <a className="pill" href={`#group-${id}`} onClick={(event) => jump(event, `group-${id}`)}>
              {t(`desk.settings.group.${id}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What the owner changes in daily life. */
export function Settings() {
  const { t } = useTranslation();
  const answer = useResource<SettingList>(deskApi.settings);
  const today = useResource<Today>(deskApi.today);
  return (
    <DeskPage title={t('desk.place.settings')}>
      <nav className="row" aria-label={t('desk.settings.more')}>
        <Link className={buttonClass('secondary')} to={deskPaths.texts}>
          {t('desk.texts.title')}
        </Link>
        <Link className={buttonClass('secondary')} to={deskPaths.sitePictures}>
          {t('desk.site_pictures.title')}
        </Link>
      </nav>
      <Loaded resource={answer} beside={today}>
        {({ settings }) => <Groups settings={settings} reload={answer.reload} />}
      </Loaded>
    </DeskPage>
  );
}

/** Every group with its form, and one bar that saves those that have changes. */
function Groups({ settings, reload }: { settings: Setting[]; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const { question, tell, dirty } = useLeaveGuards();
  const { busy, join, save, discard } = useSavedTogether(dirty, () => toast({ title: t('desk.settings.saved'), variant: 'success' }));
  const [wrong, setWrong] = useState<Record<string, number>>({});
  const tellWrong = useCallback((id: string, count: number) => setWrong((before) => ({ ...before, [id]: count })), []);
  const shown = grouped(settings);
  const changed = shown.flatMap(({ group: { id } }) => (dirty.includes(id) ? [t(`desk.settings.group.${id}`)] : []));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <div className="desk-editor">
      <Index groups={shown.map(({ group }) => group)} />
      {shown.map(({ group, settings: own }) => (
        <SettingsForm key={group.id} group={group} settings={own} reload={reload} onDirty={tell} onWrong={tellWrong} join={join} onSave={() => void save()} />
      ))}
      <form className="desk-together" onSubmit={submit}>
        <SaveBar isDirty={dirty.length > 0} busy={busy} discard={discard} detail={changed.join(t('common.comma'))} wrong={Object.values(wrong).reduce((sum, count) => sum + count, 0)} />
      </form>
      {question}
    </div>
  );
}
