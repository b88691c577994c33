import { useEffect, useState } from 'react';
import { paths } from '../../paths';
import { rememberedNext } from './next-path';

/** The sign-in page, on the way to where a new customer was headed before registering. */
export function useLoginPath(): string {
  const [path, setPath] = useState<string>(paths.login);
  // After hydration only: the server does not know what this browser remembers.
  useEffect(() => {
    const next = rememberedNext();
    if (next !== null) setPath(paths.loginFor(next));
  }, []);
  return path;
}
