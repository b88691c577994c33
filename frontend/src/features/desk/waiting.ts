// What waits at the places of the desk, for its menu: the piles of the first page, by where they are worked off.

import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { setWrittenHandler } from '../../api/client';
import { refreshUnasked, useKnown } from '../../api/resource';
import type { Today } from '../../api/types';
import { deskApi, deskPaths } from './desk-paths';

let isReading = false;
let isOld = false;

/** Reads the piles anew, once more where something was written meanwhile: of two answers the later one stands. */
async function look(): Promise<void> {
  isOld = true;
  if (isReading) return;
  isReading = true;
  try {
    while (isOld) {
      isOld = false;
      await refreshUnasked(deskApi.today);
    }
  } finally {
    isReading = false;
  }
}

/** How much waits, by the address of its place; nothing until it is known. */
export function useWaiting(): Record<string, number> {
  const { pathname } = useLocation();
  const today = useKnown<Today>(deskApi.today);
  useEffect(() => {
    // The first page reads it itself.
    if (pathname !== deskPaths.today) void look();
  }, [pathname]);
  useEffect(() => {
    const whenSeen = () => void (document.visibilityState === 'visible' && look());
    document.addEventListener('visibilitychange', whenSeen);
    setWrittenHandler(() => void look());
    return () => {
      document.removeEventListener('visibilitychange', whenSeen);
      setWrittenHandler(null);
    };
  }, []);
  if (!today) return {};
  return {
    [deskPaths.orders]: today.to_ship + today.attention_only,
    [deskPaths.inbox]: today.quotes_new + today.messages_new + today.complaints_open,
    [deskPaths.comments]: today.comments_pending,
    [deskPaths.withdrawals]: today.returns_open,
    [deskPaths.invoices]: today.invoices_stuck,
    [deskPaths.mails]: today.dead_mails + today.held_mails,
  };
}
