// What is done a moment after it was asked for: pages that show it look again.

import { useEffect, useState } from 'react';

/** Milliseconds between looks; half a minute in all. */
const pauses = [1000, 2000, 4000, 8000, 16_000];

/** Looks again, ever more seldom, for as long as something is awaited. */
export function useLaterLooks(isAwaited: boolean, look: () => Promise<void>) {
  const [looks, setLooks] = useState(0);
  const pause = pauses[looks];
  useEffect(() => {
    if (!isAwaited) return setLooks(0);
    if (pause === undefined) return;
    const timer = setTimeout(() => void look().then(() => setLooks((count) => count + 1)), pause);
    return () => clearTimeout(timer);
  }, [isAwaited, pause, look]);
}
