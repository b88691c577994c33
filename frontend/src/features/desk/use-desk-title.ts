import { useEffect } from 'react';
import { useSite } from '../../api/site';
import { useTitle } from '../site/use-navigation-effects';

/** Names the page in the browser's tab from the first page on: the server calls every page of the desk the same. */
export function useDeskTitle(title: string) {
  const { brand } = useSite();
  useTitle(title);
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
}
