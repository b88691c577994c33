// Asks before a page with changes that are not saved is left: by a link, by Back, or by closing it.

import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

type Step = { key?: string; isGuard?: true } | null;

/** The step of the history that is shown, by the router's name for it; `null` for one of the guard's own. */
function shownStep(): string | null {
  const step = history.state as Step;
  return step?.isGuard ? null : (step?.key ?? 'first');
}

/** A second step to the same page: Back from it leads nowhere yet, so there is time to ask. */
const addGuard = () => history.pushState({ ...(history.state as object), isGuard: true }, '');

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

/** Takes the guard's step away, so that another page can stand in place of the one that was guarded. */
export async function liftGuard(): Promise<void> {
  if (!(history.state as Step)?.isGuard) return;
  isLifting = true;
  await new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    history.back();
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
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const dirty = useRef(isDirty);
  /** The step below the guard's; `null` while there is none. */
  const guarded = useRef<string | null>(null);

  useEffect(() => {
    dirty.current = isDirty;
    if (!isDirty) return;
    if (guarded.current === null) {
      guarded.current = shownStep();
      addGuard();
    }
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
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isDirty, navigate]);

  useEffect(() => {
    const onStep = () => {
      if (isLifting) return void (guarded.current = null);
      if (guarded.current === null || shownStep() !== guarded.current) return;
      if (dirty.current) {
        addGuard();
        setLeave(() => () => history.go(-2));
      } else {
        // Everything is saved by now: Back means the page before.
        guarded.current = null;
        history.back();
      }
    };
    addEventListener('popstate', onStep);
    return () => removeEventListener('popstate', onStep);
  }, []);

  const agree = () => {
    setLeave(null);
    leave?.();
  };
  return (
    <Dialog open={leave !== null} onClose={() => setLeave(null)} title={t('desk.leave.title')} closeLabel={t('common.close')}>
      <div className="stack">
        <p>{t('desk.leave.text')}</p>
        <div className="row">
          <Button onClick={() => setLeave(null)}>{t('desk.leave.stay')}</Button>
          <Button variant="danger" onClick={agree}>
            {t('desk.leave.go')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
