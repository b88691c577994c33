// What has to do with passkeys on the pages of an account; its code is apart from theirs. Where it does not come, the page is
// there without it.

import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import type { Resource } from '../../api/resource';
import type { PasskeyList } from '../../api/types';

const Nothing = () => null;

const LateOffer = lazy(() => import('./passkeys').then(({ PasskeyOffer: Offer }) => ({ default: Offer }), () => ({ default: Nothing })));

type Panel = ComponentType<Resource<PasskeyList>>;

/** Once it has come it is there at once. */
let known: Panel | null = null;

/** The panel, for a page that waits for it: above the others, later it would move what somebody is about to tap. */
export function usePasskeysPanel(): Panel | null {
  const [panel, setPanel] = useState(() => known);
  useEffect(() => {
    const show = (part: Panel) => setPanel(() => part);
    import('./passkeys').then(({ PasskeysPanel }) => show((known = PasskeysPanel)), () => show(Nothing));
  }, []);
  return panel;
}

export function PasskeyOffer() {
  return (
    <Suspense>
      <LateOffer />
    </Suspense>
  );
}
