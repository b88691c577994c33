// Where to go after signing in: only ever a page of this site.

/** `value` when it is a path of this site, else null. */
export function localPath(value: string | null | undefined): string | null {
  // Browsers read "//host" and "/\host" as another site, and drop tabs and line breaks inside an address.
  return value && /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(value) ? value : null;
}
