import X from 'lucide-react/icons/x';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';
import { IconButton } from './button';
import { regainFocus } from './focus';
import { dialogOpened } from './open-dialogs';
import { dismissToast, Toaster } from './toast';

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  /** `drawer` slides in at the end edge over the full height; `dialog` stands in the middle; `stage` takes the whole screen. */
  kind?: 'dialog' | 'drawer' | 'stage';
  /** `onClose` asks before what was written is lost. */
  asks?: boolean;
  /** Stays at the bottom while the body scrolls. */
  footer?: ReactNode;
  children: ReactNode;
};

const written = 'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="url"])';

/** Whether words stand there that closing the window would lose: in fields that React does not fill by itself, whose default it keeps equal. */
export const isWrittenIn = (part: ParentNode) =>
  [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(written)].some(
    ({ value, defaultValue }) => value.trim() !== '' && value !== defaultValue,
  );

/**
 * A modal window on the native element: the browser traps the focus and gives it back. Escape only asks for `onClose`, as the
 * cross does.
 */
export function Dialog({ open, onClose, title, closeLabel, kind = 'dialog', asks = false, footer, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!open || dialog === null) return;
    if (!dialog.open) dialog.showModal();
    // Where a password is asked for, it is what the window was opened for.
    dialog.querySelector<HTMLElement>('input[type="password"]')?.focus();
    // What was said before is not about what it asks.
    dismissToast();
    const report = dialogOpened(id);
    return () => {
      report();
      if (dialog.open) dialog.close();
      // What opened it may be gone.
      regainFocus();
    };
  }, [open, id]);

  const focused = useRef<HTMLElement>(null);
  const onClosed = ({ target }: SyntheticEvent) => {
    const dialog = ref.current;
    // The news of its own closing comes late, when it may be open again.
    if (dialog === null || target !== dialog || !open || dialog.open) return;
    // A browser closes it at a second Escape whatever it was told. It goes on where it was, and what `onClose` asks stands
    // above it.
    const { current } = focused;
    dialog.showModal();
    current?.focus();
    onClose();
  };

  // A selection that is drawn out of the window ends with a click on the backdrop, too.
  const pressed = useRef<EventTarget>(null);
  const closeOnBackdrop = ({ target }: MouseEvent) => {
    if (target === ref.current && pressed.current === target && (asks || !isWrittenIn(ref.current))) onClose();
  };

  return (
    <dialog
      ref={ref}
      className={`dialog dialog--${kind}`}
      aria-labelledby={`${id}-title`}
      onClose={onClosed}
      onFocus={({ target }) => void (focused.current = target)}
      onCancel={(event) => {
        // A file that is not chosen after all says the same.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target }) => void (pressed.current = target)}
      onClick={closeOnBackdrop}
    >
      {open && (
        <div className="dialog__frame">
          <header className="dialog__header">
            <h2 className="dialog__title" id={`${id}-title`}>
              {title}
            </h2>
            <IconButton label={closeLabel} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className="dialog__body">{children}</div>
          <Toaster dialog={id} />
          {footer && <footer className="dialog__footer">{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}

/** A modal panel at the end edge of the screen. */
export const Drawer = (props: Omit<Props, 'kind'>) => <Dialog {...props} kind="drawer" />;
