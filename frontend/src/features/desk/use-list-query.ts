import { useLocation, useSearchParams } from 'react-router';

/** What a list is asked for, as the address says: `q`, `page` from 1, and the list's own filters. */
export function useListQuery() {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const page = Math.max(1, Math.floor(Number(query.get('page') ?? '1')) || 1);

  const changed = (changes: Record<string, string>, from = query) => {
    const next = new URLSearchParams(from);
    // Another question starts at its first answer.
    next.delete('page');
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  };

  return {
    get: (name: string) => query.get(name) ?? '',
    page,
    /** The address with `changes`; an empty value takes a part away. */
    to: (changes: Record<string, string>) => `?${changed(changes).toString()}`,
    /**
     * Goes there without a step that Back would have to undo, as for every letter of a search. From the address as it is: what
     * was tapped a moment ago may not be drawn yet, be it another page.
     */
    replace: (changes: Record<string, string>) => {
      if (location.pathname !== pathname) return;
      setQuery(changed(changes, new URLSearchParams(location.search)), { replace: true, state: { keepScroll: true } });
    },
  };
}
