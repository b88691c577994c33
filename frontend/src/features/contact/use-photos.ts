// The photos of a request: each is made small and sent as soon as it is chosen, one after the other.

import { useRef, useState } from 'react';
import { ApiError, api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { KeptPhoto } from '../../api/types';
import { shrink } from './shrink';

/** Photos a request may have. */
export const maxPhotos = 6;

/** Pixels a side, as much as the server keeps. */
const side = 1600;

export type Photo = {
  key: number;
  name: string;
  preview: string | null;
  /** Its name at the server, once it is there. */
  id?: string;
  /** Why it is not. */
  error?: unknown;
};

export type Photos = {
  list: Photo[];
  /** Takes as many as there is room for; answers whether that was all of them. */
  add: (files: File[]) => boolean;
  remove: (key: number) => void;
  /** Takes away those that did not arrive. */
  removeFailed: () => void;
  /** The photos, when none is on its way any more. */
  settled: () => Promise<Photo[]>;
};

/** `kept` are ids of photos that are at the server already. */
export function usePhotos(kept: string[]): Photos {
  const [list, setList] = useState<Photo[]>(() => kept.map((id, index) => ({ key: -1 - index, name: `${index + 1}`, preview: null, id })));
  // What has happened since the last render counts, too.
  const latest = useRef(list);
  const line = useRef<Promise<void>>(Promise.resolve());
  const nextKey = useRef(0);

  function change(photos: Photo[]) {
    latest.current = photos;
    setList(photos);
  }
  const set = (key: number, part: Partial<Photo>) =>
    change(latest.current.map((photo) => (photo.key === key ? { ...photo, ...part } : photo)));
  const isWanted = (key: number) => latest.current.some((photo) => photo.key === key);

  async function send(key: number, file: File) {
    try {
      if (!isWanted(key)) return;
      const { body, preview } = await shrink(file, side);
      set(key, { preview });
      if (!isWanted(key)) return;
      const { photo } = await patiently(() => api.post<KeptPhoto>(resourcePaths.quotePhotos, body));
      set(key, { id: photo });
    } catch (error) {
      set(key, { error });
    }
  }

  return {
    list,
    add(files) {
      const taken = files.slice(0, maxPhotos - latest.current.length);
      for (const file of taken) {
        const key = nextKey.current++;
        change([...latest.current, { key, name: file.name, preview: null }]);
        line.current = line.current.then(() => send(key, file));
      }
      return taken.length === files.length;
    },
    remove: (key) => change(latest.current.filter((photo) => photo.key !== key)),
    removeFailed: () => change(latest.current.filter(({ error }) => error === undefined)),
    async settled() {
      await line.current;
      return latest.current;
    },
  };
}

/** The server reads one photo at a time; while it is busy with others', it is asked once more. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'overloaded') throw error;
    return call();
  }
}
