// Waiting for what a locator cannot wait for.

import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds anything on a page may take. */
export const patience = 15_000;

const between = 25;

/** Looks until the answer is neither false, null nor undefined, and returns it. @throws after `within` milliseconds */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  within = patience,
): Promise<T> {
  const deadline = performance.now() + within;
  for (;;) {
    const seen = await look();
    if (seen !== false && seen !== null && seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Error(`never happened: ${what}`);
    await pause(between);
  }
}
