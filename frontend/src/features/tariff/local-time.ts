// Moments as the server writes them on the firm's clocks, `2026-11-23 22:15:00`, whichever clock the reader has.

/** The day, as people write it: `23/11/2026`; of a day alone too. */
export const dayOf = (local: string) => local.slice(0, 10).split('-').reverse().join('/');

/** The time: `22:15`. */
export const timeOf = (local: string) => local.slice(11, 16);
