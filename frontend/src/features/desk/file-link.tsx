import type { MouseEvent, ReactNode, Ref } from 'react';
import { useTranslation } from '../../i18n';
import { openFile, saveFile } from './save-file';
import { useAct } from './use-act';

type Props = {
  href: string;
  /** What it is saved as; one without is opened in another tab. */
  save?: string;
  className?: string;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
};

/** A link to a file of the desk's. Where the desk has closed it asks for the sign-in over the page, and gives the file then. */
export function FileLink({ href, save, className, ref, children }: Props) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  function onClick(event: MouseEvent) {
    // Everything else is between the reader and the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void run(href, () => (save === undefined ? openFile(href) : saveFile(href, save)), { failed: t('desk.file_failed') });
  }
  return (
    <a
      ref={ref}
      className={className}
      href={href}
      download={save}
      target={save === undefined ? '_blank' : undefined}
      rel="noopener noreferrer"
      aria-busy={busy !== null || undefined}
      onClick={onClick}
    >
      {children}
    </a>
  );
}
