import FileText from 'lucide-react/icons/file-text';
import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { ApiError } from '../../../api/client';
import { errorText } from '../../../api/problem';
import type { AnswerFile } from '../../../api/types';
import { useLang, useTranslation } from '../../../i18n';
import { buttonClass, IconButton } from '../../../ui/button';
import { Unreadable } from '../../contact/shrink';
import { deskApi } from '../desk-paths';
import { hasRoom, maxFiles, sizeOf } from './answer-room';
import type { AnswerFiles as Files, Attached } from './use-answer-files';

/** What went along with an answer; each is saved, none is opened. */
export function SentFiles({ files }: { files?: AnswerFile[] | null }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (!files?.length) return null;
  return (
    <ul className="desk-files" aria-label={t('desk.inbox.files')}>
      {files.map(({ id, name, bytes }) => (
        <li key={id}>
          <a href={deskApi.answerFile(id)} download={name}>
            <FileText aria-hidden="true" />
            <bdi>{name}</bdi>
          </a>{' '}
          <bdi className="muted numeric">{sizeOf(bytes, lang)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Chooses the files of an answer, shows how far each is, and takes them away again. */
export function FilesField({ files }: { files: Files }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(false);
  const { list } = files;
  const isFull = list.length >= maxFiles;
  const isTooMuch = !hasRoom(list.flatMap(({ kept }) => kept ?? []));

  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    setLeft(!files.add([...(currentTarget.files ?? [])]));
    // So that the same file can be chosen again.
    currentTarget.value = '';
  }
  function remove(key: number) {
    files.remove(key);
    setLeft(false);
    input.current?.focus();
  }
  return (
    <div className="field">
      <input
        ref={input}
        className="visually-hidden desk-drop__input"
        id={id}
        type="file"
        accept="application/pdf,.pdf,image/*"
        multiple
        aria-disabled={isFull || undefined}
        aria-describedby={`${id}-hint ${id}-state`}
        onClick={isFull ? (event) => event.preventDefault() : undefined}
        onChange={onChange}
      />
      <label className={`${buttonClass('secondary')} desk-add`} htmlFor={id} aria-disabled={isFull || undefined}>
        <Paperclip aria-hidden="true" />
        {t('desk.inbox.attach')}
      </label>
      <p className="field__hint" id={`${id}-hint`}>
        {t('desk.inbox.attach_hint')}
      </p>
      {list.length > 0 && (
        <ul className="desk-files" aria-label={t('desk.inbox.files')}>
          {list.map((file) => (
            <Item key={file.key} file={file} onRemove={() => remove(file.key)} />
          ))}
        </ul>
      )}
      <p className="field__error" id={`${id}-state`} role="status">
        {isTooMuch ? t('desk.inbox.files_too_large') : left ? t('desk.inbox.files_full') : ''}
      </p>
    </div>
  );
}

function Item({ file: { name, kept, error }, onRemove }: { file: Attached; onRemove: () => void }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <li>
      <FileText aria-hidden="true" />
      <span className="desk-files__text">
        <bdi>{name}</bdi>{' '}
        <span className={error ? 'field__error' : 'muted numeric'} role="status">
          {error ? reason(t, error) : kept ? <bdi>{sizeOf(kept.bytes, lang)}</bdi> : t('desk.inbox.file_sending')}
        </span>
      </span>
      <IconButton label={t('quote.photo_remove', { name })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function reason(t: ReturnType<typeof useTranslation>['t'], error: unknown): string {
  const isRefused = error instanceof Unreadable || (error instanceof ApiError && [413, 415, 422].includes(error.status));
  return isRefused ? t('desk.inbox.file_refused') : errorText(t, error);
}
