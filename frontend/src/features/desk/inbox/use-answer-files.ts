// The files of an answer: each is sent as soon as it is chosen, one after the other. Pictures are made small before.

import { useRef, useState } from 'react';
import { api } from '../../../api/client';
import type { AnswerFile } from '../../../api/types';
import { shrink } from '../../contact/shrink';
import { deskApi } from '../desk-paths';
import { patiently, whileBusy } from '../patiently';
import { hasRoom, maxFiles } from './answer-room';

/** Pixels a side, as much as the server keeps. */
const side = 2400;

export type Attached = {
  key: number;
  name: string;
  /** What it is at the server, once it is there. */
  kept?: AnswerFile;
  /** Why it is not. */
  error?: unknown;
};

export type AnswerFiles = {
  list: Attached[];
  /** Takes as many as there is room for; answers whether that was all of them. */
  add: (files: File[]) => boolean;
  remove: (key: number) => void;
  clear: () => void;
  /** Their ids, when none is on its way any more; `null` where they cannot all go along. */
  settled: () => Promise<string[] | null>;
};

export function useAnswerFiles(): AnswerFiles {
  const [list, setList] = useState<Attached[]>([]);
  // What has happened since the last render counts, too.
  const latest = useRef(list);
  const line = useRef<Promise<void>>(Promise.resolve());
  const nextKey = useRef(0);

  function change(files: Attached[]) {
    latest.current = files;
    setList(files);
  }
  async function send(key: number, file: File) {
    const set = (part: Partial<Attached>) =>
      change(latest.current.map((one) => (one.key === key ? { ...one, ...part } : one)));
    try {
      if (!latest.current.some((one) => one.key === key)) return;
      const body = file.type.startsWith('image/') ? (await shrink(file, side)).body : new Blob([file], { type: 'application/pdf' });
      set({ kept: await patiently(() => api.post<AnswerFile>(deskApi.answerFiles(file.name), body), whileBusy) });
    } catch (error) {
      set({ error });
    }
  }
  return {
    list,
    add(files) {
      const taken = files.slice(0, maxFiles - latest.current.length);
      for (const file of taken) {
        const key = nextKey.current++;
        change([...latest.current, { key, name: file.name }]);
        line.current = line.current.then(() => send(key, file));
      }
      return taken.length === files.length;
    },
    remove: (key) => change(latest.current.filter((one) => one.key !== key)),
    clear: () => change([]),
    async settled() {
      await line.current;
      const kept = latest.current.flatMap((one) => one.kept ?? []);
      return kept.length === latest.current.length && hasRoom(kept) ? kept.map(({ id }) => id) : null;
    },
  };
}
