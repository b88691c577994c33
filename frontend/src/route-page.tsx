import { createElement, lazy, type ComponentType } from 'react';
import { needSections, type Section } from './sections';
import { applyWholeStyle } from './style';

/** Code on demand: once `load` is done, `Part` renders without waiting. */
export type OnDemand = Fetched & { Part: ComponentType };

type Fetched = {
  load: () => Promise<void>;
  /** The first page of a visit renders without it and lets it follow. */
  late?: boolean;
};

export function onDemand(fetchPart: () => Promise<ComponentType>): OnDemand {
  let ready: ComponentType | null = null;
  // What is not there from the start waits for its style too, which may not have come with the document.
  const Lazy = lazy(async () => {
    const [part] = await Promise.all([fetchPart(), applyWholeStyle()]);
    return { default: part };
  });
  return {
    load: async () => {
      ready = await fetchPart();
    },
    Part: () => createElement(ready ?? Lazy),
  };
}

/** One screen: its path, its name in the build's manifest, who may see it, and its code on demand. */
export type RoutePage = {
  name: string;
  path: string;
  access: 'public' | 'user';
  /** Fetches the code and the texts of the page; after that it renders without waiting. */
  load: () => Promise<void>;
  /** Fetches what the page needs to take over the server's HTML. */
  arrive: () => Promise<void>;
  Page: ComponentType;
};

/**
 * Pages whose code comes from one module and whose texts are in `sections`, besides those every page has;
 * `pick` says which of the module's exports is the page, `parts` are what it shows of other modules.
 */
export const pagesOf =
  <Module,>(fetchModule: () => Promise<Module>, sections: Section[] = []) =>
  (
    name: string,
    path: string,
    access: RoutePage['access'],
    pick: (module: Module) => ComponentType,
    ...parts: Fetched[]
  ): RoutePage => {
    const page = onDemand(async () => {
      const [module] = await Promise.all([fetchModule(), needSections(sections)]);
      return pick(module);
    });
    const loadAll = async (needed: Fetched[]) => {
      await Promise.all(needed.map((part) => part.load()));
    };
    const load = () => loadAll([page, ...parts]);
    const arrive = () => loadAll([page, ...parts.filter((part) => !part.late)]);
    return { name, path, access, load, arrive, Page: page.Part };
  };
