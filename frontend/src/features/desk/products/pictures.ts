// The pictures of a product: each is made small and sent as soon as it is chosen, one after the other.

import type { RefObject } from 'react';
import { api } from '../../../api/client';
import type { KeptPicture } from '../../../api/types';
import { shrink } from '../../contact/shrink';
import { deskApi } from '../desk-paths';
import { patiently, whileBusy } from '../patiently';
import { newKey, type Picture } from './draft';
import type { Change } from './use-editor';

/** Pixels a side, as much as the server keeps of a product's picture. */
const side = 1200;

export type Pictures = { add: (files: File[]) => void; again: (picture: Picture) => void };

/** `line` resolves when none is on its way. */
export function picturesOf(change: Change, line: RefObject<Promise<void>>): Pictures {
  const set = (key: string, part: Partial<Picture>) =>
    change((draft) => ({ ...draft, pictures: draft.pictures.map((one) => (one.key === key ? { ...one, ...part } : one)) }));

  async function send(key: string, file: File) {
    try {
      const { body, preview } = await shrink(file, side);
      set(key, { preview });
      const { url } = await patiently(() => api.post<KeptPicture>(deskApi.pictures, body), whileBusy);
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
