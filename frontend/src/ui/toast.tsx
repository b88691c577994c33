// Short messages, one at a time. They wait while the pointer or the focus is on them or the tab is
// hidden, and go with a swipe.

import X from 'lucide-react/icons/x';
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { IconButton } from './button';
import { focusOn } from './focus';
import { useTopDialog } from './open-dialogs';

export type ToastInput = {
  title: ReactNode;
  description?: ReactNode;
  variant?: 'default' | 'destructive' | 'success';
  /** Milliseconds; 5000 unless told. */
  duration?: number;
  /** One thing to do about it, for example undo. */
  action?: { label: string; onClick: () => void };
  /** It stands at the top: below is what the page asks to be pressed. */
  atTop?: boolean;
};

/** `from` had the focus when it appeared. */
type Toast = ToastInput & { id: number; left: number; from: Element | null };

const defaultDuration = 5000;
const swipeThreshold = 50;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

const publish = (next: Toast | null) => {
  current = next;
  listeners.forEach((notify) => notify());
};

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

/** Shows a message in place of the one before. */
export function toast(input: ToastInput) {
  publish({ ...input, id: ++lastId, left: input.duration ?? defaultDuration, from: document.activeElement });
}

/** The message that is shown. */
export const shownToast = () => current?.id;

/** Takes the message away that is shown. */
export function dismissToast(id?: number) {
  if (id === undefined || current?.id === id) publish(null);
}

/** Names for screen readers, given once around the page: ui/ knows no dictionary. */
export const ToastLabels = createContext({ region: '', close: '' });

/** Where messages appear. Every modal dialog has its own, because the page below it is inert. */
export function Toaster({ dialog = null }: { dialog?: string | null }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  const here = useTopDialog() === dialog ? shown : null;
  const labels = useContext(ToastLabels);
  const urgent = here?.variant === 'destructive';
  return (
    <div className="toaster" role="region" aria-label={labels.region}>
      <div role="status">{here && !urgent && <Message key={here.id} toast={here} close={labels.close} />}</div>
      <div role="alert">{here && urgent && <Message key={here.id} toast={here} close={labels.close} />}</div>
    </div>
  );
}

/** Runs the toast's clock, which can be paused and survives a move between page and dialog. */
function useClock(toast: Toast) {
  const timer = useRef<{ id: ReturnType<typeof setTimeout>; since: number } | null>(null);
  const pause = () => {
    if (timer.current === null) return;
    clearTimeout(timer.current.id);
    toast.left -= performance.now() - timer.current.since;
    timer.current = null;
  };
  const run = () => {
    if (timer.current !== null || document.hidden) return;
    const id = setTimeout(() => dismissToast(toast.id), Math.max(0, toast.left));
    timer.current = { id, since: performance.now() };
  };
  useEffect(() => {
    run();
    const onVisibility = () => (document.hidden ? pause() : run());
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      pause();
    };
  }, [toast]);
  return { pause, run };
}

/** The next Tab leads to what can be done about the message, wherever in the document that is, and the one after it on. */
function useNextTab(toast: Toast, box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!toast.action) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return;
      const { activeElement } = document;
      const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
      const from = toast.from instanceof HTMLElement && toast.from.isConnected ? toast.from : null;
      if (!event.shiftKey && activeElement === toast.from) {
        event.preventDefault();
        buttons[0]?.focus();
      } else if (event.shiftKey && activeElement === buttons[0] && from) {
        event.preventDefault();
        from.focus();
      } else if (!event.shiftKey && activeElement === buttons.at(-1)) {
        // The browser goes on from there.
        from?.focus();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toast, box]);
}

/** Whether it would lie over what has the focus: then it stands at the top instead. */
function useCovers(toast: Toast, box: RefObject<HTMLElement | null>) {
  const [covers, setCovers] = useState(false);
  useLayoutEffect(() => {
    const [own, other] = [box.current, toast.from].map((element) => element?.getBoundingClientRect());
    if (!own || !other || toast.from === document.body) return;
    const apart = other.bottom < own.top || other.top > own.bottom || other.right < own.left || other.left > own.right;
    setCovers(!apart);
  }, [toast, box]);
  return covers;
}

function Message({ toast, close }: { toast: Toast; close: string }) {
  const { pause, run } = useClock(toast);
  const box = useRef<HTMLDivElement>(null);
  const from = useRef<number | null>(null);
  const covers = useCovers(toast, box);
  useNextTab(toast, box);

  // The style is set through the DOM: the page's policy forbids style attributes in markup.
  const follow = (distance: number) => {
    if (box.current === null) return;
    box.current.style.transform = distance === 0 ? '' : `translateX(${distance}px)`;
  };
  const start = (event: PointerEvent<HTMLDivElement>) => {
    if ((event.target as Element).closest('button')) return;
    from.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
    pause();
  };
  const move = (event: PointerEvent) => {
    if (from.current !== null) follow(event.clientX - from.current);
  };
  const end = (event: PointerEvent) => {
    if (from.current === null) return;
    const distance = Math.abs(Math.round(event.clientX - from.current));
    from.current = null;
    if (distance >= swipeThreshold) return dismissToast(toast.id);
    follow(0);
    run();
  };
  /** The pressed button goes with the message: the reader goes on where it came from. */
  const leave = () => {
    if (box.current?.contains(document.activeElement)) focusOn(toast.from);
    dismissToast(toast.id);
  };
  const cancel = () => {
    from.current = null;
    follow(0);
    run();
  };

  return (
    <div
      ref={box}
      className="toast"
      data-variant={toast.variant ?? 'default'}
      data-at-top={covers || toast.atTop || undefined}
      onPointerEnter={pause}
      onPointerLeave={() => from.current === null && run()}
      onFocus={pause}
      onBlur={run}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
    >
      <div className="toast__text">
        <strong>{toast.title}</strong>
        {toast.description && <p>{toast.description}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          className="toast__action"
          onClick={() => {
            leave();
            toast.action?.onClick();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton label={close} onClick={leave}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
