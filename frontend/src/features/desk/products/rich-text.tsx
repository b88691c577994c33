// A text with a little markup, written as it will be seen. The library comes with the first such field.

import { Editor } from '@tiptap/core';
import { DOMParser as DocumentParser } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import Bold from 'lucide-react/icons/bold';
import Heading from 'lucide-react/icons/heading';
import Italic from 'lucide-react/icons/italic';
import Link from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n';
import { Button, IconButton } from '../../../ui/button';
import { trusted } from '../../../trusted-html';
import { htmlOf, tidyHtml } from './html';
import { linkOf } from './link';

export type RichTextProps = {
  /** Attributes of the box that is written in. */
  attributes: Record<string, string>;
  /** What the text is called, for the name of its buttons. */
  tools: string;
  value: string;
  onChange: (html: string) => void;
};

/** Nothing but what the server keeps: see its `catalogue/html.rs`. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (uri) => /^(https:|mailto:|tel:|\/(?!\/))/i.test(uri),
      HTMLAttributes: { target: null, rel: null },
    },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
  }),
];

export default function RichText({ attributes, tools, value, onChange }: RichTextProps) {
  const { t } = useTranslation();
  const { editor, box } = useRichText({ attributes, value, onChange });
  const [address, setAddress] = useState<string | null>(null);
  const is = (name: string, more = {}) => editor?.isActive(name, more) ?? false;
  const act = (run: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => () => {
    if (editor) run(editor.chain().focus()).run();
  };
  const tool = (label: string, icon: ReactNode, isOn: boolean, onClick: () => void) => (
    <IconButton label={label} aria-pressed={isOn} onClick={onClick}>
      {icon}
    </IconButton>
  );
  return (
    <>
      <div className="desk-html__tools" role="group" aria-label={t('desk.html.tools', { name: tools })}>
        {tool(t('desk.html.bold'), <Bold aria-hidden="true" />, is('bold'), act((chain) => chain.toggleBold()))}
        {tool(t('desk.html.italic'), <Italic aria-hidden="true" />, is('italic'), act((chain) => chain.toggleItalic()))}
        {tool(t('desk.html.heading'), <Heading aria-hidden="true" />, is('heading'), act((chain) => chain.toggleHeading({ level: 3 })))}
        {tool(t('desk.html.list'), <List aria-hidden="true" />, is('bulletList'), act((chain) => chain.toggleBulletList()))}
        {tool(t('desk.html.numbers'), <ListOrdered aria-hidden="true" />, is('orderedList'), act((chain) => chain.toggleOrderedList()))}
        {tool(t('desk.html.link'), <Link aria-hidden="true" />, is('link') || address !== null, () =>
          setAddress(String(editor?.getAttributes('link')['href'] ?? '')),
        )}
        <IconButton label={t('desk.html.undo')} disabled={!editor?.can().undo()} onClick={act((chain) => chain.undo())}>
          <Undo className="flip" aria-hidden="true" />
        </IconButton>
        <IconButton label={t('desk.html.redo')} disabled={!editor?.can().redo()} onClick={act((chain) => chain.redo())}>
          <Redo className="flip" aria-hidden="true" />
        </IconButton>
      </div>
      {editor && address !== null && <LinkLine editor={editor} start={address} onDone={() => setAddress(null)} />}
      <div className="desk-html__box" ref={box} />
    </>
  );
}

/** Asks where the selected words lead. */
function LinkLine({ editor, start, onDone }: { editor: Editor; start: string; onDone: () => void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(start);
  const [isWrong, setWrong] = useState(false);

  function lead() {
    const href = linkOf(address);
    if (href === null) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without selected words the address is the text.
    if (editor.state.selection.empty && start === '') {
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    onDone();
  }
  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onDone();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither saves the product nor closes what the field stands in.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') lead();
    else {
      editor.commands.focus();
      onDone();
    }
  }
  return (
    <div className="desk-html__link" role="group" aria-label={t('desk.html.link')}>
      <input
        className="field__input"
        type="text"
        inputMode="url"
        dir="ltr"
        autoFocus
        aria-label={t('desk.html.address')}
        aria-invalid={isWrong || undefined}
        placeholder="https://…"
        value={address}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setAddress(target.value);
          setWrong(false);
        }}
      />
      <Button variant="secondary" onClick={lead}>
        {t('desk.html.link_set')}
      </Button>
      {start !== '' && (
        <Button variant="ghost" onClick={remove}>
          {t('desk.html.link_remove')}
        </Button>
      )}
      {isWrong && (
        <p className="field__error" role="alert">
          {t('desk.html.link_wrong')}
        </p>
      )}
    </div>
  );
}

/** The editor in `box`; the component is drawn again with every change of its text or selection. */
function useRichText({ attributes, value, onChange }: Omit<RichTextProps, 'tools'>) {
  const box = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, drawAgain] = useState(0);
  // What the editor said last: only another text than that is put into it, so that no cursor jumps.
  const said = useRef(value);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });

  // Before anything is painted, as are its attributes below: a box that grew later would push what follows it down.
  useLayoutEffect(() => {
    const made = new Editor({
      element: box.current,
      extensions,
      // Not as HTML, which the library would parse past the policy of `trusted`.
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
      injectCSS: false,
      onUpdate: () => {
        said.current = made.isEmpty ? '' : tidyHtml(made.getHTML());
        tell.current(said.current);
      },
      onTransaction: () => drawAgain((count) => count + 1),
    });
    put(made, said.current);
    setEditor(made);
    // The box is no form control, to which a click on its label would lead.
    const label = document.getElementById(attributes['aria-labelledby'] ?? '');
    const focus = () => made.commands.focus();
    label?.addEventListener('click', focus);
    return () => {
      label?.removeEventListener('click', focus);
      made.destroy();
    };
  }, []);

  useEffect(() => {
    // Saved, it comes back as it was said, but for what the server adds to links.
    if (editor === null || withoutRel(value) === withoutRel(said.current)) return;
    said.current = value;
    put(editor, value);
  }, [editor, value]);

  const described = JSON.stringify(attributes);
  useLayoutEffect(() => {
    editor?.setOptions({ editorProps: { attributes: JSON.parse(described) as Record<string, string> } });
  }, [editor, described]);

  return { editor, box };
}

const withoutRel = (html: string) => html.replace(/ rel="[^"]*"/g, '');

/** Replaces the text, as if nothing had been before it. */
function put(editor: Editor, html: string) {
  const parsed = new DOMParser().parseFromString(trusted(htmlOf(html)), 'text/html').body;
  const content = DocumentParser.fromSchema(editor.schema).parse(parsed);
  const transaction = editor.state.tr.replaceWith(0, editor.state.doc.content.size, content.content);
  editor.view.dispatch(transaction.setMeta('addToHistory', false).setMeta('preventUpdate', true));
}
