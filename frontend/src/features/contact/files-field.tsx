import { useId, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { buttonClass } from '../../ui/button';
import type { SentFile, SentFiles } from './use-sent-files';

type Props<Kept> = {
  files: SentFiles<Kept>;
  /** What the browser sends by itself under this name. */
  name?: string;
  accept: string;
  /** Classes of the field, the input, its button, and the list. */
  look: { field: string; input: string; button?: string; list: string };
  /** Above the button, where it does not say enough. */
  label?: ReactNode;
  button: ReactNode;
  hint: ReactNode;
  /** What is chosen is called. */
  chosen: string;
  /** Said when some were left out, and what else is wrong. */
  full: string;
  error?: string;
  /** Draws a file, which `onRemove` takes away again. */
  children: (file: SentFile<Kept>, onRemove: () => void) => ReactNode;
};

/** Chooses files, shows them with how far each is, and takes them away again. */
export function FilesField<Kept>({ files, name, accept, look, label, button, hint, chosen, full, error, children }: Props<Kept>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(false);
  const { list, isFull } = files;

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
    <div className={look.field}>
      {label !== undefined && (
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
      )}
      <input
        ref={input}
        className={`visually-hidden ${look.input}`}
        id={id}
        type="file"
        name={name}
        accept={accept}
        multiple
        aria-disabled={isFull || undefined}
        aria-describedby={`${id}-hint ${id}-state`}
        onClick={isFull ? (event) => event.preventDefault() : undefined}
        onChange={onChange}
      />
      <label className={`${buttonClass('secondary')} ${look.button ?? ''}`.trim()} htmlFor={id} aria-disabled={isFull || undefined}>
        {button}
      </label>
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
      {list.length > 0 && (
        <ul className={look.list} aria-label={chosen}>
          {list.map((file) => children(file, () => remove(file.key)))}
        </ul>
      )}
      <p className="field__error" id={`${id}-state`} role="status">
        {error || (left ? full : '')}
      </p>
    </div>
  );
}
