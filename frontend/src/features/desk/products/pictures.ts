// The pictures of a product: each is made small and sent as soon as it is chosen, one after the other.

import type { RefObject } from 'react';
import { api, ApiError } from '../../../api/client';
import { shrink } from '../../contact/shrink';
import { deskApi } from '../desk-paths';
import { newKey, type Picture } from './draft';
import type { Change } from './use-editor';

/** Milliseconds after which a busy server is asked again, and how often. */
const pause = 1500;
const tries = 8;

export type Pictures = { add: (files: File[]) => void; again: (picture: Picture) => void };

/** `line` resolves when none is on its way. */
export function picturesOf(change: Change, line: RefObject<Promise<void>>): Pictures {
  const set = (key: string, part: Partial<Picture>) =>
    change((draft) => ({ ...draft, pictures: draft.pictures.map((one) => (one.key === key ? { ...one, ...part } : one)) }));

  async function send(key: string, file: File) {
    try {
      const { body, preview } = await shrink(file);
      set(key, { preview });
      const { url } = await patiently(() => api.post<{ url: string }>(deskApi.pictures, body));
      set(key, { url });
    } catch (error) {
      set(key, { error });
    }
  }
  const queue = (key: string, file: File) => void (line.current = line.current.then(() => send(key, file)));

  return {
    add(files) {
      for (const file of files) {
        const key = newKey();
        change((draft) => ({ ...draft, pictures: [...draft.pictures, { key, url: null, alt: '', preview: null, file }] }));
        queue(key, file);
      }
    },
    again({ key, file }) {
      if (file === undefined) return;
      set(key, { error: undefined });
      queue(key, file);
    },
  };
}

/** The server reads one picture at a time; while it is busy it is asked again. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503;
      if (!isBusy || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
