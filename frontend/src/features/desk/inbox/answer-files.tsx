import FileText from 'lucide-react/icons/file-text';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { errorText } from '../../../api/problem';
import type { AnswerFile } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { IconButton } from '../../../ui/button';
import { FilesField } from '../../contact/files-field';
import type { SentFile, SentFiles as Files } from '../../contact/use-sent-files';
import { deskApi } from '../desk-paths';
import { FileLink } from '../file-link';
import { hasRoom, sizeOf, whyRefused } from './answer-room';

/** What went along with an answer; each is saved, none is opened. */
export function SentFiles({ files }: { files?: AnswerFile[] | null }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (!files?.length) return null;
  return (
    <ul className="desk-files" aria-label={t('desk.inbox.files')}>
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <FileLink href={deskApi.answerFile(id)} save={name}>
            <FileText aria-hidden="true" />
            <bdi>{name}</bdi>
          </FileLink>{' '}
          <bdi className="muted numeric">{sizeOf(bytes, lang)}</bdi>
        </li>
      ))}
    </ul>
  );
}

const look = { field: 'field', input: 'desk-drop__input', button: 'desk-add', list: 'desk-files' };

/** The files of an answer. */
export function AnswerFilesField({ files }: { files: Files<AnswerFile> }) {
  const { t } = useTranslation();
  const isTooMuch = !hasRoom(files.list.flatMap(({ kept }) => kept ?? []));
  return (
    <FilesField
      files={files}
      accept="application/pdf,.pdf,image/*"
      look={look}
      button={
        <>
          <Paperclip aria-hidden="true" />
          {t('desk.inbox.attach')}
        </>
      }
      hint={t('desk.inbox.attach_hint')}
      chosen={t('desk.inbox.files')}
      full={t('desk.inbox.files_full')}
      error={isTooMuch ? t('desk.inbox.files_too_large') : undefined}
    >
      {(file, onRemove) => <Item key={file.key} file={file} onRemove={onRemove} />}
    </FilesField>
  );
}

function Item({ file, onRemove }: { file: SentFile<AnswerFile>; onRemove: () => void }) {
  const { t } = useTranslation();
  const { name, error } = file;
  const why = whyRefused(error);
  return (
    <li>
      <FileText aria-hidden="true" />
      <span className="desk-files__text">
        {why === null ? (
          <>
            <bdi>{name}</bdi> <State {...file} />
          </>
        ) : (
          <span className="field__error" role="alert">
            {t(`desk.inbox.refused.${why}`, { name })}
          </span>
        )}
      </span>
      <IconButton label={t('quote.photo_remove', { name })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** How far it is, or why it did not arrive for now. */
function State({ kept, error }: SentFile<AnswerFile>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <span className={error ? 'field__error' : 'muted numeric'} role="status">
      {error ? errorText(t, error) : kept ? <bdi>{sizeOf(kept.bytes, lang)}</bdi> : t('desk.inbox.file_sending')}
    </span>
  );
}
