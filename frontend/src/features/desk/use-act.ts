import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../api/problem';
import { useTranslation } from '../../i18n';
import { regainFocus } from '../../ui/focus';
import { toast, type ToastInput } from '../../ui/toast';
import { useFreshSignIn } from '../security/step-up';

/** How long the message of an act offers to take it back, in milliseconds. */
export const undoTime = 10_000;

/** What is said of an act: when it is done (nothing if the page shows it), and as the title of why it could not be. */
export type Said = { done?: ToastInput; failed: string };

/**
 * Runs an act of the owner, one at a time: asks for another sign-in where the server wants one, and says what came of
 * it. `run` answers whether it was done; `busy` names the act under way.
 */
export function useAct() {
  const { t } = useTranslation();
  const fresh = useFreshSignIn();
  const [busy, setBusy] = useState<string | null>(null);
  // State comes a render too late for the second half of a double click.
  const running = useRef(false);
  const pressed = useRef<Element | null>(null);
  // Read anew, the page may not offer any more what was pressed.
  useEffect(() => {
    if (pressed.current === null || pressed.current.isConnected) return;
    pressed.current = null;
    regainFocus();
  });

  async function run(name: string, work: () => Promise<unknown>, { done, failed }: Said): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    pressed.current = document.activeElement;
    setBusy(name);
    try {
      const isDone = await fresh(async () => void (await work()));
      if (isDone && done) toast({ variant: 'success', ...done });
      return isDone;
    } catch (error) {
      toast({ title: failed, description: errorText(t, error), variant: 'destructive' });
      return false;
    } finally {
      running.current = false;
      setBusy(null);
    }
  }

  return { busy, run };
}
