// Where to go after signing in: only ever a page of this site.

const storageKey = 'after-registration';

/** `value` when it is a path of this site, else null. */
export function localPath(value: string | null | undefined): string | null {
  // Browsers read "//host" and "/\host" as another site, and drop tabs and line breaks inside an address.
  return value && /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(value) ? value : null;
}

/** Notes where somebody was headed who now waits for a mail: its link opens a page that cannot know. */
export function rememberNext(path: string): void {
  try {
    localStorage.setItem(storageKey, path);
  } catch {
    // Storage can be switched off; signing in then leads to the account.
  }
}

/** Where somebody was headed who waited for a mail, until they have signed in. */
export function rememberedNext(): string | null {
  try {
    return localPath(localStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

export function forgetNext(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was noted.
  }
}
