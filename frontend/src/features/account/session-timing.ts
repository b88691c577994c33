// When a session is checked and renewed. Pure, so that the rules can be tested without a clock.

/** How often the session is looked at, in milliseconds. */
export const TICK_MS = 30_000;

/** The session is renewed when this many ticks, or fewer, remain. */
const RENEW_AT_TICKS = 3;

/** A failed renewal is given up after this long, in milliseconds; the next tick begins again. */
const RETRY_WITHIN_MS = 30_000;

const RETRY_STEP_MS = 200;

/** Whether a session that ends at `expiresAt` (Unix seconds) is due for renewal at `now` (milliseconds). */
export function isDue(expiresAt: number, now: number): boolean {
  return Math.floor((expiresAt * 1000 - now) / TICK_MS) <= RENEW_AT_TICKS;
}

/**
 * Milliseconds to wait before the try that follows failed try number `attempt` (from 1), `elapsed` milliseconds
 * after the first; null when that try would come too late.
 */
export function retryDelay(attempt: number, elapsed: number): number | null {
  const delay = RETRY_STEP_MS * attempt;
  return elapsed + delay < RETRY_WITHIN_MS ? delay : null;
}
