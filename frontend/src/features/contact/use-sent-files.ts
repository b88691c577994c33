// The files of a form: each is sent as soon as it is chosen, one after the other.

import { useSyncExternalStore } from 'react';

export type SentFile<Kept> = {
  key: number;
  name: string;
  /** A data URL of a picture that this browser can show. */
  preview?: string | null;
  /** What it is at the server, once it is there. */
  kept?: Kept;
  /** Why it is not. */
  error?: unknown;
};

export type SentFiles<Kept> = {
  list: SentFile<Kept>[];
  isFull: boolean;
  /** Takes as many as there is room for; answers whether that was all of them. */
  add: (files: File[]) => boolean;
  remove: (key: number) => void;
  /** Takes away those that did not arrive. */
  removeFailed: () => void;
  clear: () => void;
  /** The files, when none is on its way any more. */
  settled: () => Promise<SentFile<Kept>[]>;
};

/** Files and what becomes of them, whether or not a page shows them at the moment. */
export type FileStore<Kept> = ReturnType<typeof newFiles<Kept>>;

/** `begun` is at the server already. */
export function newFiles<Kept>(begun: SentFile<Kept>[] = []) {
  let list = begun;
  const listeners = new Set<() => void>();
  return {
    now: () => list,
    change(files: SentFile<Kept>[]) {
      list = files;
      listeners.forEach((notify) => notify());
    },
    subscribe(notify: () => void) {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    /** Ends when none is on its way any more. */
    line: Promise.resolve(),
    nextKey: 0,
  };
}

type Options<Kept> = {
  files: FileStore<Kept>;
  /** How many go along. */
  most: number;
  /** Why a file needs not even be sent. */
  refused?: (file: File) => Error | undefined;
  /** Sends one. */
  send: (file: File, show: (preview: string | null) => void) => Promise<Kept>;
};

/** What did not arrive stays in the list, so that it can be told why, and takes no place. */
const placesOf = (list: SentFile<unknown>[]) => list.filter(({ error }) => error === undefined).length;

export function useSentFiles<Kept>({ files, most, refused, send }: Options<Kept>): SentFiles<Kept> {
  const list = useSyncExternalStore(files.subscribe, files.now, files.now);
  const set = (key: number, part: Partial<SentFile<Kept>>) =>
    files.change(files.now().map((one) => (one.key === key ? { ...one, ...part } : one)));

  async function sendNext(key: number, file: File) {
    if (!files.now().some((one) => one.key === key)) return;
    try {
      set(key, { kept: await send(file, (preview) => set(key, { preview })) });
    } catch (error) {
      set(key, { error });
    }
  }

  return {
    list,
    isFull: placesOf(list) >= most,
    add(chosen) {
      let isAll = true;
      for (const file of chosen) {
        const error = refused?.(file);
        if (error === undefined && placesOf(files.now()) >= most) {
          isAll = false;
          continue;
        }
        const key = files.nextKey++;
        files.change([...files.now(), { key, name: file.name, error }]);
        if (error === undefined) files.line = files.line.then(() => sendNext(key, file));
      }
      return isAll;
    },
    remove: (key) => files.change(files.now().filter((one) => one.key !== key)),
    removeFailed: () => files.change(files.now().filter(({ error }) => error === undefined)),
    clear: () => files.change([]),
    async settled() {
      await files.line;
      return files.now();
    },
  };
}
