import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration; true once the page answers. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
