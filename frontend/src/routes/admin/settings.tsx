import { Link } from 'react-router';
import { useResource } from '../../api/resource';
import type { SettingList } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { useLeaveGuards } from '../../features/desk/leave-guard';
import { grouped } from '../../features/desk/settings/groups';
import { SettingsForm } from '../../features/desk/settings/settings-form';
import { useTranslation } from '../../i18n';
import { buttonClass } from '../../ui/button';

/** What the owner changes in daily life. */
export function Settings() {
  const { t } = useTranslation();
  const { question, tell } = useLeaveGuards();
  const answer = useResource<SettingList>(deskApi.settings);
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
      <Loaded resource={answer}>
        {({ settings }) =>
          grouped(settings).map(({ group, settings: own }) => (
            <SettingsForm key={group.id} group={group} settings={own} reload={answer.reload} onDirty={tell} />
          ))
        }
      </Loaded>
      {question}
    </DeskPage>
  );
}
