// Forms of one page that are saved together, each by itself: what one of them is refused for keeps none of the others back.

import { useCallback, useRef, useState } from 'react';

/** What became of a form: `left` when somebody gave up signing in again. */
export type Outcome = 'saved' | 'refused' | 'left';

/** What a form can do when the page asks for it. */
export type Part = { save: () => Promise<Outcome>; discard: () => void };

/** Saves one form after the other, since each may ask to sign in; answers those that are refused, or `null` when somebody gave up. */
export async function saveAll(parts: Part[]): Promise<Part[] | null> {
  const refused: Part[] = [];
  for (const part of parts) {
    const outcome = await part.save();
    if (outcome === 'left') return null;
    if (outcome === 'refused') refused.push(part);
  }
  return refused;
}

/** The forms of a page by their ids; `done` hears that all that had changes are saved. */
export function useSavedTogether(dirty: string[], done: () => void) {
  const parts = useRef(new Map<string, Part>());
  const [busy, setBusy] = useState(false);
  /** For a form that is there; answers what ends it. */
  const join = useCallback((id: string, part: Part) => {
    parts.current.set(id, part);
    return () => void parts.current.delete(id);
  }, []);
  // In the order they stand on the page.
  const changed = () => [...parts.current].filter(([id]) => dirty.includes(id)).map(([, part]) => part);

  const save = async () => {
    if (busy) return;
    setBusy(true);
    const refused = await saveAll(changed());
    setBusy(false);
    if (refused?.length === 0) done();
    // Each went to its first wrong field as it was refused: the page begins with the first of all, once they are marked.
    else if (refused !== null && refused.length > 1) setTimeout(() => document.querySelector<HTMLElement>('.desk [aria-invalid="true"]')?.focus());
  };
  return { busy, join, save, discard: () => changed().forEach((part) => part.discard()) };
}
