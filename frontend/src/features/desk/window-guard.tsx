import { useState, type ReactNode, type RefObject } from 'react';
import { isWrittenIn } from '../../ui/dialog';
import { LeaveQuestion } from './leave-guard';

/**
 * For a window in which something may be written: `leave` closes it, after a question where that would be lost. `question` stands
 * before the window, for it is closed first: then the window gives the focus back to what opened it.
 */
export function useWindowGuard(written: RefObject<HTMLElement | null>, onClose: () => void): { leave: () => void; question: ReactNode } {
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    if (written.current !== null && isWrittenIn(written.current)) setLeaving(true);
    else onClose();
  };
  const go = () => {
    setLeaving(false);
    onClose();
  };
  return { leave, question: <LeaveQuestion open={isLeaving} onStay={() => setLeaving(false)} onGo={go} /> };
}
