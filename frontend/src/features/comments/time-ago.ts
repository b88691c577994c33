import type { TFunction } from '../../translation';
import { longDate } from '../../ui/format';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long ago something was written, in words; the date once a day has passed. `now` is in Unix milliseconds;
 * without it, as in a page that is kept for many readers, it is the date.
 */
export function timeAgo(iso: string, now: number | null, t: TFunction): string {
  if (now === null) return longDate(iso, t);
  // A clock that is behind the server's.
  const seconds = Math.max(0, Math.floor((now - Date.parse(iso)) / 1000));
  if (seconds < minute) return t('comments.seconds_ago', { count: seconds });
  if (seconds < hour) return t('comments.minutes_ago', { count: Math.floor(seconds / minute) });
  if (seconds < day) return t('comments.hours_ago', { count: Math.floor(seconds / hour) });
  return longDate(iso, t);
}
