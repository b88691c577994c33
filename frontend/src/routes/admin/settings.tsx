import { useResource } from '../../api/resource';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi } from '../../features/desk/desk-paths';
import { grouped } from '../../features/desk/settings/groups';
import { SettingsForm } from '../../features/desk/settings/settings-form';
import type { SettingsAnswer } from '../../features/desk/settings/wire';
import { useTranslation } from '../../i18n';

/** What the owner changes in daily life. */
export function Settings() {
  const { t } = useTranslation();
  const answer = useResource<SettingsAnswer>(deskApi.settings);
  return (
    <DeskPage title={t('desk.place.settings')}>
      <Loaded resource={answer}>
        {({ settings }) =>
          grouped(settings).map(({ group, settings: own }) => (
            <SettingsForm key={group.id} group={group} settings={own} reload={answer.reload} />
          ))
        }
      </Loaded>
    </DeskPage>
  );
}
