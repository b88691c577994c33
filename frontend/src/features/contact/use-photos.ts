// The photos of a request; each is made small before it is sent.

import { ApiError, api } from '../../api/client';
import { resourcePaths } from '../../api/paths';
import type { KeptPhoto } from '../../api/types';
import { shrink } from './shrink';
import { useSentFiles, type SentFiles } from './use-sent-files';

/** Photos a request may have. */
const most = 6;

/** Pixels a side, as much as the server keeps. */
const side = 1600;

/** Each by its name at the server. */
export type Photos = SentFiles<string>;

/** `kept` are names of photos that are at the server already. */
export function usePhotos(kept: string[]): Photos {
  return useSentFiles<string>({
    most,
    begun: kept.map((id, index) => ({ key: -1 - index, name: `${index + 1}`, kept: id })),
    async send(file, show) {
      const { body, preview } = await shrink(file, side);
      show(preview);
      const { photo } = await patiently(() => api.post<KeptPhoto>(resourcePaths.quotePhotos, body));
      return photo;
    },
  });
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
