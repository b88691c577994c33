import { useState } from 'react';
import { useFailure } from './use-failure';

/** Something one press does: whether it is under way, and what begins it; `title` says that it did not work. */
export function useAction(title: string, act: () => Promise<unknown>): [busy: boolean, begin: () => void] {
  const [busy, setBusy] = useState(false);
  const failed = useFailure(title);

  async function run() {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      failed(error);
    } finally {
      setBusy(false);
    }
  }

  return [busy, () => void run()];
}
