import { lazy, Suspense, type ComponentProps } from 'react';
import { useSite } from '../../api/site';
import { useTranslation } from '../../i18n';
import { Button } from '../../ui/button';
import { useAlive } from '../../ui/use-alive';
import type { PasskeySignIn } from './passkey-sign-in';
import { hasPasskeys } from './passkey-support';

const Late = lazy(async () => ({ default: (await import('./passkey-sign-in')).PasskeySignIn }));

/** Signing in with a passkey, where site and browser have them; its code comes after the page. */
export function PasskeyEntry(props: ComponentProps<typeof PasskeySignIn>) {
  const { t } = useTranslation();
  const { passkeys: domain } = useSite();
  const isAlive = useAlive();
  if (!domain || (isAlive && !hasPasskeys(domain))) return null;
  // As high before its code has come, and in what the server drew: what stands below would move under the finger.
  const room = (
    <Button variant="secondary" block busy>
      {t('passkey.sign_in')}
    </Button>
  );
  if (!isAlive) return room;
  return (
    <Suspense fallback={room}>
      <Late {...props} />
    </Suspense>
  );
}
