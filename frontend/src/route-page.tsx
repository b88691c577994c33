import { createElement, lazy, type ComponentType } from 'react';
import type { Lang } from './languages';

/** One screen: its path, its name in the build's manifest, who may see it, and its code on demand. */
export type RoutePage = {
  name: string;
  path: string;
  access: 'public' | 'user';
  /** Fetches the code and what else the page needs in a language; after that it renders without waiting. */
  load: (lang: Lang) => Promise<void>;
  Page: ComponentType;
};

/**
 * Pages whose code comes from one module; `pick` says which of its exports is the page, and
 * `loadTexts` brings the texts that only these pages have.
 */
export const pagesOf =
  <Module,>(fetchModule: () => Promise<Module>, loadTexts?: (lang: Lang) => Promise<unknown>) =>
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
      load: async (lang) => {
        [ready] = await Promise.all([fetchPage(), loadTexts?.(lang)]);
      },
      Page: () => createElement(ready ?? Lazy),
    };
  };
