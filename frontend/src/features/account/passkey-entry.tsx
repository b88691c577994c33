import { lazy, Suspense, useEffect, useState, type ComponentProps } from 'react';
import { useSite } from '../../api/site';
import type { PasskeySignIn } from './passkey-sign-in';
import { hasPasskeys } from './passkey-support';

const Late = lazy(async () => ({ default: (await import('./passkey-sign-in')).PasskeySignIn }));

/** Signing in with a passkey, where site and browser have them; its code comes after the page. */
export function PasskeyEntry(props: ComponentProps<typeof PasskeySignIn>) {
  const { passkeys: domain } = useSite();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => setOffered(hasPasskeys(domain)), [domain]);
  if (!isOffered) return null;
  return (
    <Suspense>
      <Late {...props} />
    </Suspense>
  );
}
