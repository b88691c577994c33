// What is expected of everything that unfolds over a page: a press or the focus elsewhere closes it, and so does
// Escape, which brings the reader back to what opened it.

import { useEffect, useEffectEvent, type RefObject } from 'react';

/** `close` answers whether `box` was open; `opener` is a selector of what opens it, in the box. */
export function useDismiss(box: RefObject<HTMLElement | null>, opener: string, close: () => boolean) {
  const dismiss = useEffectEvent(close);
  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) dismiss();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && dismiss()) box.current?.querySelector<HTMLElement>(opener)?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [box, opener]);
}
