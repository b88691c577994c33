import type { Lang } from '../../../languages';
import { decimal } from '../../../ui/format';

/** Files an answer may have. */
export const maxFiles = 3;

/** Whether they fit into a mail together. */
export const hasRoom = (files: { bytes: number }[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0) <= 7_000_000;

/** How large a file is, in words: "340 kB", "1,2 MB". */
export function sizeOf(bytes: number, lang: Lang): string {
  const thousands = Math.max(1, Math.round(bytes / 1000));
  return thousands < 1000 ? `${thousands}\u00a0kB` : `${decimal(bytes / 1_000_000, lang)}\u00a0MB`;
}
