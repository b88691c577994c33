import { useResource } from '../../api/resource';
import type { SiteTextList } from '../../api/types';
import { DeskPage, Loaded } from '../../features/desk/desk-page';
import { deskApi, deskPaths } from '../../features/desk/desk-paths';
import { TextEditor } from '../../features/desk/texts/text-editor';
import { useTranslation } from '../../i18n';

/** What the site says of the firm, in the owner's words. */
export function Texts() {
  const { t } = useTranslation();
  const answer = useResource<SiteTextList>(deskApi.texts);
  return (
    <DeskPage title={t('desk.texts.title')} back={{ to: deskPaths.settings, label: t('desk.place.settings') }}>
      <Loaded resource={answer}>{({ texts }) => <TextEditor all={texts} reload={answer.reload} />}</Loaded>
    </DeskPage>
  );
}
