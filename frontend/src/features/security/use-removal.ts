import { useState } from 'react';
import { api } from '../../api/client';
import { toast } from '../../ui/toast';
import { useFailure } from '../account/use-failure';
import { useFreshSignIn } from './step-up';

type Wish = {
  /** What is deleted. */
  path: string;
  /** What is said when it is gone. */
  gone: { title: string; description?: string };
  failed: string;
  onRemoved: () => Promise<void>;
};

/** Deletes something that opens the account, for somebody who has just signed in: whether it is under way, and the act. */
export function useRemoval({ path, gone, failed, onRemoved }: Wish): [busy: boolean, remove: () => Promise<void>] {
  const fresh = useFreshSignIn();
  const [busy, setBusy] = useState(false);
  const tell = useFailure(failed);

  async function remove() {
    setBusy(true);
    try {
      const isGone = await fresh(async () => void (await api.delete(path)));
      if (isGone) {
        toast({ ...gone, variant: 'success' });
        await onRemoved();
      }
    } catch (error) {
      tell(error);
    }
    setBusy(false);
  }
  return [busy, remove];
}
