import { createContext, use } from 'react';
import { useTranslation } from '../../../i18n';
import type { Editor } from './use-editor';

/** What the sections of the editor share. */
export const EditorContext = createContext<Editor | null>(null);

/** @throws outside the editor */
export function useEditorContext() {
  const editor = use(EditorContext);
  const { t } = useTranslation();
  if (editor === null) throw new Error('there is no editor: EditorContext is missing');
  const { problems, corrected, change } = editor;
  return {
    ...editor,
    set: (part: Partial<Editor['draft']>) => change((draft) => ({ ...draft, ...part })),
    /** Name and message of a field; `onInput` takes the message away. */
    field: (name: string) => ({
      name,
      error: problems[name] === undefined ? undefined : t(problems[name]),
      onInput: () => corrected(name),
    }),
  };
}
