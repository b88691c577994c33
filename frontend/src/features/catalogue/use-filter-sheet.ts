// On a telephone the filters stand on a sheet over the list: nothing of the page moves when they come. The sheet is a step
// of its own, so Back closes it; what was chosen on it stays.

import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { applyWholeStyle } from '../../style';
import { useBack } from './use-back';

/** Where the style leaves no room for them on the page (store.css). */
const narrow = '(width < 48rem)';

const onPage = { state: { keepScroll: true } };
const onSheet = { state: { keepScroll: true, sheet: true } };

/** `address` is what the list shows now. */
export function useFilterSheet(address: string) {
  const { state } = useLocation();
  const kind = useNavigationType();
  const navigate = useNavigate();
  const back = useBack();
  // Its style comes with the first that is opened.
  const [ready, setReady] = useState(false);
  const isWanted = (state as { sheet?: boolean } | null)?.sheet === true;
  const open = isWanted && ready;
  const last = useRef({ open, address });
  /** What was shown as it opened. */
  const openedAt = useRef<string | null>(null);

  useEffect(() => {
    if (!isWanted || ready) return;
    void applyWholeStyle().then(() => setReady(true));
  }, [isWanted, ready]);

  useEffect(() => {
    const before = last.current;
    last.current = { open, address };
    const wentBack = before.open && !open && kind === 'POP';
    if (wentBack && before.address !== address) void navigate(before.address, onPage);
  }, [open, address, kind, navigate]);

  return {
    open,
    onSummary: (event: MouseEvent) => {
      if (!matchMedia(narrow).matches) return;
      event.preventDefault();
      openedAt.current = address;
      void navigate(address, onSheet);
    },
    close: () => {
      if (openedAt.current === address) back();
      else void navigate(address, { ...onPage, replace: true });
    },
    /** Shows what was chosen, on the sheet without a step for each choice. */
    goTo: (wanted: string) => void navigate(wanted, open ? { ...onSheet, replace: true } : onPage),
  };
}
