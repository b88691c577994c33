import { useEffect } from 'react';
import type { ApiError } from './client';

/** Whether nothing was answered, for the connection was away: then there is no status. */
export const isCutOff = (error: ApiError | undefined): boolean => error?.status === 0;

/** Does `again` once the browser is connected again, while something `isMissing` for want of that; `again` stays the same. */
export function useReconnect(isMissing: boolean, again: () => void): void {
  useEffect(() => {
    if (!isMissing) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isMissing, again]);
}
