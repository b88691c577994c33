/** The item of a list that follows the one with `part` in it, or the one before where it is the last. */
export function neighbourOf(part: Element): HTMLElement | null {
  const own = part.closest('li');
  return (own?.nextElementSibling ?? own?.previousElementSibling ?? null) as HTMLElement | null;
}
