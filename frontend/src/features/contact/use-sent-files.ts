// The files of a form: each is sent as soon as it is chosen, one after the other.

import { useRef, useState } from 'react';

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

type Options<Kept> = {
  /** How many go along. */
  most: number;
  /** What is at the server already. */
  begun?: SentFile<Kept>[];
  /** Why a file needs not even be sent. */
  refused?: (file: File) => Error | undefined;
  /** Sends one. */
  send: (file: File, show: (preview: string | null) => void) => Promise<Kept>;
};

/** What did not arrive stays in the list, so that it can be told why, and takes no place. */
const placesOf = (list: SentFile<unknown>[]) => list.filter(({ error }) => error === undefined).length;

export function useSentFiles<Kept>({ most, begun = [], refused, send }: Options<Kept>): SentFiles<Kept> {
  const [list, setList] = useState(begun);
  // What has happened since the last render counts, too.
  const latest = useRef(list);
  const line = useRef<Promise<void>>(Promise.resolve());
  const nextKey = useRef(0);

  function change(files: SentFile<Kept>[]) {
    latest.current = files;
    setList(files);
  }
  const set = (key: number, part: Partial<SentFile<Kept>>) =>
    change(latest.current.map((one) => (one.key === key ? { ...one, ...part } : one)));

  async function sendNext(key: number, file: File) {
    if (!latest.current.some((one) => one.key === key)) return;
    try {
      set(key, { kept: await send(file, (preview) => set(key, { preview })) });
    } catch (error) {
      set(key, { error });
    }
  }

  return {
    list,
    isFull: placesOf(list) >= most,
    add(files) {
      let isAll = true;
      for (const file of files) {
        const error = refused?.(file);
        if (error === undefined && placesOf(latest.current) >= most) {
          isAll = false;
          continue;
        }
        const key = nextKey.current++;
        change([...latest.current, { key, name: file.name, error }]);
        if (error === undefined) line.current = line.current.then(() => sendNext(key, file));
      }
      return isAll;
    },
    remove: (key) => change(latest.current.filter((one) => one.key !== key)),
    removeFailed: () => change(latest.current.filter(({ error }) => error === undefined)),
    clear: () => change([]),
    async settled() {
      await line.current;
      return latest.current;
    },
  };
}
