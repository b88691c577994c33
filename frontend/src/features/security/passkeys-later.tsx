// What has to do with passkeys on the pages of an account; its code comes after the page.

import { lazy, Suspense, type ComponentProps } from 'react';

const LateOffer = lazy(() => import('./passkeys').then(({ PasskeyOffer: Offer }) => ({ default: Offer })));
const LatePanel = lazy(() => import('./passkeys').then(({ PasskeysPanel: Panel }) => ({ default: Panel })));

export function PasskeyOffer() {
  return (
    <Suspense>
      <LateOffer />
    </Suspense>
  );
}

export function PasskeysPanel(props: ComponentProps<typeof LatePanel>) {
  return (
    <Suspense>
      <LatePanel {...props} />
    </Suspense>
  );
}
