// What goes along with an answer, and why something does not.

import { ApiError } from '../../../api/client';
import type { Lang } from '../../../languages';
import { decimal } from '../../../ui/format';
import { Unreadable } from '../../contact/shrink';

/** Files an answer may have. */
export const most = 3;

/** Bytes a mail takes along. */
const mostBytes = 7_000_000;

/** Whether they fit into a mail together. */
export const hasRoom = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0) <= mostBytes;

/** The ids of files that all go along; `null` where one of them cannot, or they are too large together. */
export function idsOf(files: { kept?: { id: string; bytes: number } }[]): string[] | null {
  const kept = files.flatMap((file) => file.kept ?? []);
  return kept.length === files.length && hasRoom(kept) ? kept.map(({ id }) => id) : null;
}

type Why = 'kind' | 'large' | 'damaged';

class Refused extends Error {
  constructor(readonly why: Why) {
    super(why);
  }
}

/** Pictures are made smaller. */
export const isPicture = ({ type }: { type: string }) => type.startsWith('image/');

/** Why a file needs not be sent: the server would refuse it. */
export function refusalOf(file: { name: string; type: string; size: number }): Error | undefined {
  if (isPicture(file)) return undefined;
  if (file.type !== 'application/pdf' && !/\.pdf$/i.test(file.name)) return new Refused('kind');
  return file.size > mostBytes ? new Refused('large') : undefined;
}

/** Why a file was refused for good; `null` where it was not. */
export function whyRefused(error: unknown): Why | null {
  if (error instanceof Refused) return error.why;
  if (error instanceof Unreadable) return 'kind';
  if (!(error instanceof ApiError)) return null;
  return ({ 413: 'large', 415: 'kind', 422: 'damaged' } as const)[error.status] ?? null;
}

/** How large a file is, in words: "340 kB", "1,2 MB". */
export function sizeOf(bytes: number, lang: Lang): string {
  const thousands = Math.max(1, Math.round(bytes / 1000));
  return thousands < 1000 ? `${thousands}\u00a0kB` : `${decimal(bytes / 1_000_000, lang)}\u00a0MB`;
}
