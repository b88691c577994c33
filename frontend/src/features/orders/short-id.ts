/** An order's id as people say it: its first 8 characters. */
export const shortId = (id: string) => id.slice(0, 8);
