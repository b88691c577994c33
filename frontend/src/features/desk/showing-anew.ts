import { ApiError } from '../../api/client';

const saysSo = new Set(['refund_changed', 'order_withdrawn']);

/** An act whose refusal says that the page is old, because money went back or a withdrawal came meanwhile: it is read anew. */
export async function showingAnew<T>(act: Promise<T>, reload: () => Promise<void>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof ApiError && saysSo.has(error.code)) await reload();
    throw error;
  }
}
