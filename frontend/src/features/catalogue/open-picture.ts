// Which picture is open, as the visit's history says it.

/** What the history says while a picture is open, so that Back closes it. */
export const pictureState = (name: string) => ({ picture: name, keepScroll: true });

/** The picture that is open according to the history. */
export function openPicture(state: unknown): string | null {
  const picture = (state as { picture?: unknown } | null)?.picture;
  return typeof picture === 'string' ? picture : null;
}
