import { ApiError } from '../../api/client';

/** An act whose refusal says that the page is old, because money went back meanwhile: the page is read anew. */
export async function showingAnew<T>(act: Promise<T>, reload: () => Promise<void>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'refund_changed') await reload();
    throw error;
  }
}
