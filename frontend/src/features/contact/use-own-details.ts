import { useEffect, type RefObject } from 'react';
import { resourcePaths } from '../../api/paths';
import { useResource } from '../../api/resource';
import type { Profile } from '../../api/types';
import { useSession } from '../account/session';

/**
 * Fills in what the account of whoever is signed in knows of them, each time a form `isNew`; what stands there already, or is
 * being typed, stays.
 */
export function useOwnDetails(form: RefObject<HTMLFormElement | null>, isNew: boolean): void {
  const { user } = useSession();
  const { data: profile } = useResource<Profile>(user && isNew ? resourcePaths.profile(user.id) : null);
  useEffect(() => {
    if (!profile || !isNew) return;
    for (const name of ['name', 'email', 'phone'] as const) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.value === '' && field !== document.activeElement) field.value = profile[name];
    }
  }, [form, profile, isNew]);
}
