// Asking again a server that cannot answer for now.

import { ApiError } from '../../api/client';

export type Patience = {
  isPassing: (error: ApiError) => boolean;
  /** How often it is asked again. */
  tries: number;
  /** Milliseconds before it is. */
  pause: number;
};

/** The server reads one picture at a time and is busy meanwhile. */
export const whileBusy: Patience = { isPassing: ({ status }) => status === 503, tries: 8, pause: 1500 };

/** What goes on at the server whether or not it can be asked how far it is. */
export const untilAnswered: Patience = {
  isPassing: ({ status }) => status === 0 || status === 429 || status >= 500,
  tries: Infinity,
  pause: 1500,
};

/** Calls until there is an answer, or a refusal that does not pass. */
export async function patiently<T>(call: () => Promise<T>, { isPassing, tries, pause }: Patience): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      if (left === 0 || !(error instanceof ApiError) || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
