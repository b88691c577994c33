import { useEffect, useRef } from 'react';
import { useSite } from '../../api/site';

let documentIsNew = true;

/**
 * Names the page in the browser's tab. The title that came with the document is the server's and
 * stays; `undefined` (not known yet) leaves the title as it is.
 */
export function useTitle(title: string | undefined) {
  const { brand } = useSite();
  const first = useRef(documentIsNew);
  useEffect(() => {
    documentIsNew = false;
    if (title === undefined) return;
    if (!first.current) document.title = `${title} · ${brand}`;
    first.current = false;
  }, [title, brand]);
}
