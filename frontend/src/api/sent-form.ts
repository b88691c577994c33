// A form that a browser sent by itself, without scripts or before they were here, and that the server could not take:
// its page comes back with what was typed and with what is wrong. Or it took a complaint: then with its receipt.

import { createContext, useContext } from 'react';
import { problemFrom, type ApiError } from './client';
import type { ComplaintReceived } from './types';

/** As src/site/forms.rs writes it. */
export type SentForm = {
  path: string;
  values: Record<string, string>;
  /** Ids of the photos that arrived. */
  photos: string[];
  status: number;
  /** Null when the server took it. */
  problem: unknown;
  receipt: ComplaintReceived | null;
};

type Kept = { form: SentForm | null; forget: () => void };

export const SentFormContext = createContext<Kept>({ form: null, forget: () => undefined });

/** What was typed into the form of this page, and why it was refused; `forget` empties it. */
export function useSentForm(path: string) {
  const { form, forget } = useContext(SentFormContext);
  const here = form?.path === path ? form : null;
  const error: ApiError | null = here?.problem ? problemFrom(here.status, here.problem) : null;
  return { values: here?.values ?? {}, photos: here?.photos ?? [], receipt: here?.receipt, error, forget };
}
