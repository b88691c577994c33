// Reading from the server. A page's data arrives inside its HTML; later pages fetch theirs. What
// was shown before is shown again at once (Back is instant) and then refreshed.

import { createContext, useCallback, useContext, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { api, ApiError, problemFrom } from './client';

/** Data of the page as the server put it into the document. */
export type BootResources = Record<string, { status: number; body: unknown }>;

type Entry = { data?: unknown; error?: ApiError; fresh?: boolean };

const nothing: Entry = {};
const maxEntries = 60;

const isPersonal = (path: string) => !/^\/api\/(store\/|site\/|legal\/|tariff|comments\?item_id=)/.test(path);

/** Answers by address. One per page render on the server, one for the visit in the browser. */
export class ResourceCache {
  private entries = new Map<string, Entry>();
  private listeners = new Set<() => void>();
  /** How many components show an address right now. */
  readonly shown = new Map<string, number>();

  constructor(boot: BootResources = {}) {
    for (const [path, { status, body }] of Object.entries(boot)) {
      const entry = status < 400 ? { data: body } : { error: problemFrom(status, body) };
      this.entries.set(path, { ...entry, fresh: true });
    }
  }

  get(path: string | null): Entry {
    return (path === null ? undefined : this.entries.get(path)) ?? nothing;
  }

  set(path: string, entry: Entry) {
    this.entries.delete(path);
    this.entries.set(path, entry);
    this.evict(path);
    this.listeners.forEach((notify) => notify());
  }

  /** Forgets the oldest of what is too much, but neither `newest` nor what a component shows: nothing would ask for that again. */
  private evict(newest: string) {
    for (const path of this.entries.keys()) {
      if (this.entries.size <= maxEntries) return;
      if (path !== newest && !this.shown.has(path)) this.entries.delete(path);
    }
  }

  /** Forgets all but what everybody may read; who shows personal answers goes when the reader does. */
  clearPersonal() {
    for (const path of this.entries.keys()) if (isPersonal(path)) this.entries.delete(path);
    this.listeners.forEach((notify) => notify());
  }

  /** Forgets of it what no component shows: the session or the desk is over, and what is behind its window comes again. */
  clearHidden() {
    for (const path of this.entries.keys()) if (isPersonal(path) && !this.shown.has(path)) this.entries.delete(path);
  }

  subscribe = (notify: () => void) => {
    this.listeners.add(notify);
    return () => void this.listeners.delete(notify);
  };

  /** Fetches an address and keeps the answer. A refresh that fails for now keeps what is shown. */
  async load(path: string, signal?: AbortSignal): Promise<void> {
    try {
      this.set(path, { data: await api.get<unknown>(path, { signal }) });
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      // Whose session has ended is asked to sign in above the page.
      const passing = [0, 401, 429].includes(error.status) || error.status >= 500;
      const keep = passing && this.get(path).data !== undefined;
      if (!keep) this.set(path, { error });
    }
  }

  /** Counts a component that shows `path`; answers the function that ends it. */
  show(path: string) {
    this.shown.set(path, (this.shown.get(path) ?? 0) + 1);
    return () => {
      const left = (this.shown.get(path) ?? 1) - 1;
      if (left > 0) this.shown.set(path, left);
      else this.shown.delete(path);
    };
  }

  /** True once for data that came with the document: it needs no refresh on first sight. */
  takeFresh(path: string) {
    const entry = this.entries.get(path);
    const fresh = entry?.fresh === true;
    if (entry) entry.fresh = false;
    return fresh;
  }
}

let visit = new ResourceCache();

/** Fills the browser's cache from the page document; called once before the first render. */
export function startVisit(boot: BootResources) {
  visit = new ResourceCache(boot);
  return visit;
}

/** Forgets the answers that belong to one person; called when somebody signs in or out. */
export const clearPersonalResources = () => visit.clearPersonal();

/** Forgets what is personal and not shown. */
export const clearHiddenResources = () => visit.clearHidden();

/** Reads `path` anew beside what somebody does: a refusal asks nothing of them, and leaves what is known. */
export async function refreshUnasked(path: string): Promise<void> {
  try {
    visit.set(path, { data: await api.get<unknown>(path, { unasked: true }) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Loads in another language what the page shows now, so that switching moves nothing. */
export async function prefetchShown(from: string, to: string): Promise<void> {
  const translated = [...visit.shown.keys()]
    .filter((path) => path.includes(`lang=${from}`))
    .map((path) => path.replace(`lang=${from}`, `lang=${to}`));
  await Promise.all(translated.map((path) => visit.load(path)));
}

const CacheContext = createContext(visit);

export function ResourceProvider({ cache, children }: { cache: ResourceCache; children: ReactNode }) {
  return <CacheContext value={cache}>{children}</CacheContext>;
}

export type Resource<T> = {
  data: T | undefined;
  error: ApiError | undefined;
  /** Nothing to show yet. */
  loading: boolean;
  reload: () => Promise<void>;
};

/** What is known of an address that something else shows; asks for nothing. */
export function useKnown<T>(path: string | null): T | undefined {
  const cache = useContext(CacheContext);
  const read = () => cache.get(path).data;
  return useSyncExternalStore(cache.subscribe, read, read) as T | undefined;
}

/** The resource at `path` (see paths.ts); `null` asks for nothing yet. */
export function useResource<T>(path: string | null): Resource<T> {
  const cache = useContext(CacheContext);
  const read = () => cache.get(path);
  const entry = useSyncExternalStore(cache.subscribe, read, read);

  useEffect(() => {
    if (path === null) return;
    const hide = cache.show(path);
    const request = new AbortController();
    if (!cache.takeFresh(path)) void cache.load(path, request.signal);
    return () => {
      hide();
      request.abort();
    };
  }, [cache, path]);

  const reload = useCallback(async () => {
    if (path !== null) await cache.load(path);
  }, [cache, path]);

  return {
    data: entry.data as T | undefined,
    error: entry.error,
    loading: path !== null && entry.data === undefined && entry.error === undefined,
    reload,
  };
}
