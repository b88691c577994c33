import { createElement, lazy, type ComponentType } from 'react';

/** One screen: its path, its name in the build's manifest, who may see it, and its code on demand. */
export type RoutePage = {
  name: string;
  path: string;
  access: 'public' | 'user';
  /** Fetches the code; after that the page renders without waiting. */
  load: () => Promise<void>;
  Page: ComponentType;
};

/** Pages whose code comes from one module; `pick` says which of its exports is the page. */
export const pagesOf =
  <Module,>(fetchModule: () => Promise<Module>) =>
  (
    name: string,
    path: string,
    access: RoutePage['access'],
    pick: (module: Module) => ComponentType,
  ): RoutePage => {
    let ready: ComponentType | null = null;
    const fetchPage = async () => pick(await fetchModule());
    const Lazy = lazy(async () => ({ default: await fetchPage() }));
    return {
      name,
      path,
      access,
      load: async () => {
        ready = await fetchPage();
      },
      Page: () => createElement(ready ?? Lazy),
    };
  };
