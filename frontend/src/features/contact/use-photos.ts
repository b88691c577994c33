// The photos of a request; each is made small before it is sent.

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { KeptPhoto } from '../../api/types';
import { shrink } from './shrink';
import { newFiles, useSentFiles, type FileStore, type SentFiles } from './use-sent-files';

/** Photos a request may have. */
const most = 6;

/** Pixels a side, as much as the server keeps. */
const side = 1600;

/** Each by its name at the server. */
export type Photos = SentFiles<string>;

/** The photos of what is begun, by what its address says it is about: who looks at the product and comes back loses none. */
const begun = new Map<string, FileStore<string>>();

/** From now on there are none, as after a request was sent. */
export function forgetPhotos(): void {
  // A page that is still shown has them, too.
  begun.forEach((files) => files.change([]));
  begun.clear();
}

/** `kept` are names of photos that are at the server already. */
export function usePhotos(kept: string[]): Photos {
  const { search } = useLocation();
  const [files] = useState(() => begun.get(search) ?? newFiles(kept.map(atServer)));
  // Not on the server, which draws the pages of everybody.
  useEffect(() => void begun.set(search, files), [search, files]);
  return useSentFiles<string>({
    files,
    most,
    async send(file, show) {
      const { body, preview } = await shrink(file, side);
      show(preview);
      const { photo } = await patiently(() => api.post<KeptPhoto>(resourcePaths.quotePhotos, body));
      return photo;
    },
  });
}

const atServer = (id: string, index: number) => ({ key: -1 - index, name: `${index + 1}`, kept: id });

/** The server reads one photo at a time; while it is busy with others', it is asked once more. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'overloaded') throw error;
    return call();
  }
}
