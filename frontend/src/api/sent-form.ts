// A form that a browser sent by itself, without scripts or before they were here, and that the server could not take:
// its page comes back with what was typed and with what is wrong.

import { createContext, useContext } from 'react';
import { problemFrom, type ApiError } from './client';

/** As src/site/forms.rs writes it. */
export type SentForm = {
  path: string;
  values: Record<string, string>;
  /** Ids of the photos that arrived. */
  photos: string[];
  status: number;
  problem: unknown;
};

type Kept = { form: SentForm | null; forget: () => void };

export const SentFormContext = createContext<Kept>({ form: null, forget: () => undefined });

/** What was typed into the form of this page, and why it was refused; `forget` empties it. */
export function useSentForm(path: string) {
  const { form, forget } = useContext(SentFormContext);
  const here = form?.path === path ? form : null;
  const error: ApiError | null = here && problemFrom(here.status, here.problem);
  return { values: here?.values ?? {}, photos: here?.photos ?? [], error, forget };
}
