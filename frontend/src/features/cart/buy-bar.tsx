// What buys, at the foot of a telephone's screen while the place for it is out of sight.

import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

type Props = {
  /** Where it stands on the page. */
  place: RefObject<HTMLElement | null>;
  children: ReactNode;
};

export function BuyBar({ place, children }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry === undefined) return;
      // Whoever stands on it goes on in the same place of the page.
      if (entry.isIntersecting && bar.current?.contains(document.activeElement)) {
        element.querySelector<HTMLElement>('[type=submit], a')?.focus({ preventScroll: true });
      }
      setShown(!entry.isIntersecting);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return shown ? (
    <div className="buy-bar" ref={bar}>
      {children}
    </div>
  ) : null;
}
