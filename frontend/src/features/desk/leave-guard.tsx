// Asks before a page with changes that are not saved is left: by a link, by Back, by signing out, or by closing it.

import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

type Step = { key?: string; guards?: number } | null;

/** A step by the router's name for it, and how many steps down from it are the guard's own. */
type Shown = { key: string; guards: number };

/** The step of the history that is shown. */
function shownStep(): Shown {
  const step = history.state as Step;
  return { key: step?.key ?? 'first', guards: step?.guards ?? 0 };
}

/** Another step to the same page: Back from it leads nowhere yet, so there is time to ask. */
function addGuard() {
  const guards = shownStep().guards + 1;
  history.pushState({ ...(history.state as object), guards }, '');
}

/** Goes to the page before, past what guards have left of steps to this one. */
const goBefore = () => history.go(-1 - shownStep().guards);

/** Asks for the page that has changes; `null` while there is none. */
let ask: ((leave: () => void) => void) | null = null;

/** Does what ends the page without a link, after the question where something would be lost. */
export function askingFirst(leave: () => void): void {
  if (ask === null) leave();
  else ask(leave);
}

/** The address a click leads to within this window; `null` for every other click. */
function target(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === null || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || link.pathname === location.pathname) return null;
  return link.pathname + link.search + link.hash;
}

/** Whether the guard's step is being taken away, which is no Back of the owner's. */
let isLifting = false;

/** Takes the guard's steps away, so that another page can stand in place of the one that was guarded. */
export async function liftGuard(): Promise<void> {
  const { guards } = shownStep();
  if (guards === 0) return;
  isLifting = true;
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    history.go(-guards);
  });
  isLifting = false;
}

/** For a page of several forms: each tells by its id whether it has changes; `dirty` are those that have. */
export function useLeaveGuards() {
  const [dirty, setDirty] = useState<string[]>([]);
  const tell = useCallback((id: string, isDirty: boolean) => {
    setDirty((before) => (before.includes(id) === isDirty ? before : isDirty ? [...before, id] : before.filter((other) => other !== id)));
  }, []);
  return { question: useLeaveGuard(dirty.length > 0), tell, dirty };
}

/** Answers the question, to be put into the page. */
export function useLeaveGuard(isDirty: boolean): ReactNode {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const dirty = useRef(isDirty);
  /** Whether a step was added for what is changed now. */
  const isGuarded = useRef(false);
  /** The step below the guard's; `null` while there is none. */
  const guarded = useRef<Shown | null>(null);

  useEffect(() => {
    dirty.current = isDirty;
    if (!isDirty) return;
    if (!isGuarded.current) {
      // On top of one that was left, too: it takes away what Forward would lead to.
      guarded.current = shownStep();
      isGuarded.current = true;
      addGuard();
    }
    ask = (go) => setLeave(() => go);
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const href = target(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      // In place of the guard's step.
      setLeave(() => () => void navigate(href, { replace: true }));
    };
    addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      ask = null;
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isDirty, navigate]);

  useEffect(() => {
    // Saved, left by a link and come back to, the page stands on what its guard has left.
    const { key, guards } = shownStep();
    if (guards > 0) guarded.current ??= { key, guards: guards - 1 };
    const release = () => {
      isGuarded.current = false;
      guarded.current = null;
    };
    const onStep = () => {
      const shown = shownStep();
      if (isLifting) return release();
      if (shown.key !== guarded.current?.key || shown.guards > guarded.current.guards) return;
      if (dirty.current) {
        guarded.current = shown;
        addGuard();
        setLeave(() => goBefore);
      } else {
        // Everything is saved by now: Back means the page before.
        release();
        goBefore();
      }
    };
    addEventListener('popstate', onStep);
    return () => removeEventListener('popstate', onStep);
  }, []);

  const agree = () => {
    setLeave(null);
    leave?.();
  };
  return <LeaveQuestion open={leave !== null} onStay={() => setLeave(null)} onGo={agree} />;
}

type QuestionProps = {
  open: boolean;
  onStay: () => void;
  onGo: () => void;
  /** How it would be lost. */
  by?: 'leave' | 'discard';
};

/** Whether what was typed and neither saved nor sent is to be lost. */
export function LeaveQuestion({ open, onStay, onGo, by = 'leave' }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onStay} title={t(`desk.${by}.title`)} closeLabel={t('common.close')}>
      <div className="stack">
        <p>{t(`desk.${by}.text`)}</p>
        <div className="row desk-dialog__acts">
          <Button onClick={onStay}>{t('desk.leave.stay')}</Button>
          <Button variant="danger" onClick={onGo}>
            {t(`desk.${by}.go`)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
