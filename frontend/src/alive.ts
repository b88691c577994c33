// When the page answers.

import { useEffect } from 'react';

let tell: () => void = () => undefined;

/** Once events reach the first page of the visit. */
export const alive = new Promise<void>((resolve) => (tell = resolve));

/** Stands beside the page, which React takes over later than what is around it. */
export function Alive() {
  useEffect(() => tell(), []);
  return null;
}
