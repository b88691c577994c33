// Photos made small before they travel: a telephone's 5 MB become some 300 kB.

import { ApiError, type ErrorCode } from '../../api/client';

/** Pixels a side. */
const previewSide = 192;
/** The largest file the server takes. */
const maxBytes = 8 * 1024 * 1024;
const readByServer = ['image/jpeg', 'image/png', 'image/webp'];

/** A file that neither this browser nor the server can read. */
export class Unreadable extends Error {}

const refusals = new Set<ErrorCode>(['unsupported_media_type', 'validation_failed']);

/** Whether a file is no photo, as this browser or the server found: sending it again is of no use. */
export const isUnreadable = (error: unknown) =>
  error instanceof Unreadable || (error instanceof ApiError && refusals.has(error.code));

export type Shrunk = {
  body: Blob;
  /** A data URL; null when this browser cannot show the picture. */
  preview: string | null;
};

/** A JPEG of at most `side` pixels a side, without what else was in the file; the file itself where this browser cannot read it but the server may. */
export async function shrink(file: Blob, side: number): Promise<Shrunk> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) {
    if (!readByServer.includes(file.type) || file.size > maxBytes) throw new Unreadable();
    return { body: file, preview: null };
  }
  try {
    const body = await new Promise<Blob | null>((done) => draw(bitmap, side).toBlob(done, 'image/jpeg', 0.85));
    if (body === null) throw new Unreadable();
    return { body, preview: draw(bitmap, previewSide).toDataURL('image/jpeg', 0.7) };
  } finally {
    bitmap.close();
  }
}

/** The picture on white, at most `most` pixels a side and never larger than it is. */
function draw(bitmap: ImageBitmap, most: number): HTMLCanvasElement {
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Unreadable();
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
