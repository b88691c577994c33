// What the page is there for, as a rule buying, in the strip at the foot of the screen while the place for it is out of
// sight or below that strip.

import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

type Props = {
  /** Where it stands on the page. */
  place: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** What the header and the strip hide is not seen; of the rest of the place nearly all must be. */
const inSight = { rootMargin: '-68px 0px -58px', threshold: 0.9 };

export function BuyBar({ place, children }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry === undefined) return;
      const isSeen = entry.intersectionRatio >= inSight.threshold;
      // Whoever stands on it goes on in the same place of the page.
      if (isSeen && bar.current?.contains(document.activeElement)) {
        element.querySelector<HTMLElement>('.button')?.focus({ preventScroll: true });
      }
      setShown(!isSeen);
    }, inSight);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return shown ? (
    <div className="buy-bar" ref={bar}>
      {children}
    </div>
  ) : null;
}
