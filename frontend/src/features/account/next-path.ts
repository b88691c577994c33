// Where to go after signing in: only ever a page of this site.

import { keep, kept } from '../../kept';

const storageKey = 'after-registration';

/** `value` when it is a path of this site, else null. */
export function localPath(value: string | null | undefined): string | null {
  // Browsers read "//host" and "/\host" as another site, and drop tabs and line breaks inside an address.
  return value && /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(value) ? value : null;
}

/** Path, query and fragment of an address of this site. */
export function pathOf(address: string): string | null {
  const { pathname, search, hash } = new URL(address);
  return localPath(pathname + search + hash);
}

/** Leaves for the page that another program asked to be led to; answers whether there is one. It may be no page of ours. */
export function goOnTo({ redirect_to }: { redirect_to?: string | null }): boolean {
  const path = redirect_to ? pathOf(redirect_to) : null;
  if (path !== null) location.assign(path);
  return path !== null;
}

/** Notes where somebody was headed who now waits for a mail: its link opens a page that cannot know. */
export const rememberNext = (path: string): void => keep(storageKey, path);

/** Where somebody was headed who waited for a mail, until they have signed in. */
export const rememberedNext = (): string | null => localPath(kept(storageKey));

export const forgetNext = (): void => keep(storageKey, null);
