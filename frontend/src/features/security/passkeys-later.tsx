// What has to do with passkeys on the pages of an account; its code comes after the page.

import { lazy, Suspense } from 'react';

const LateOffer = lazy(() => import('./passkeys').then(({ PasskeyOffer: Offer }) => ({ default: Offer })));
const fetchPanel = () => import('./passkeys').then(({ PasskeysPanel: Panel }) => ({ default: Panel }));

/** For a page that waits for it: what came above the others later would move what somebody is about to tap. */
export const PasskeysPanel = lazy(fetchPanel);

/** Fetches the panel beside what it will show. */
export const fetchPasskeysPanel = () => void fetchPanel().catch(() => undefined);

export function PasskeyOffer() {
  return (
    <Suspense>
      <LateOffer />
    </Suspense>
  );
}
