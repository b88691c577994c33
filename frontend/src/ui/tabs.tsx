import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';

type Tab = {
  id: string;
  label: ReactNode;
  panel: ReactNode;
  /** Where the tab leads before the page is alive, and in another window. */
  href?: string;
  /** Choosing it leaves the page: the arrow keys only go to it. */
  leaves?: boolean;
};

type Props = {
  /** Names the group for screen readers. */
  label: string;
  tabs: Tab[];
  value: string;
  onChange: (id: string) => void;
  /** All panels are in the page at once; without scripts all of them are seen and the tabs are not. */
  whole?: boolean;
};

/** Tabs with the keyboard of the ARIA pattern; the arrow keys follow the reading direction. */
export function Tabs({ label, tabs, value, onChange, whole = false }: Props) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);

  // On a narrow screen the list scrolls; the chosen tab must not stay hidden. The page itself never moves.
  useEffect(() => {
    const box = list.current?.getBoundingClientRect();
    const chosen = list.current?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
    if (!box || !chosen) return;
    const beyond = Math.max(0, chosen.right - box.right) + Math.min(0, chosen.left - box.left);
    if (beyond !== 0) list.current?.scrollBy({ left: beyond });
  }, [value]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const at = tabs.findIndex((tab) => event.target instanceof Element && event.target.id === `${base}-tab-${tab.id}`);
    const target: Record<string, number> = {
      // A link that is a tab answers to the space bar too.
      ' ': at,
      ArrowRight: at + forward,
      ArrowLeft: at - forward,
      Home: 0,
      End: tabs.length - 1,
    };
    const index = target[event.key];
    const next = index === undefined ? undefined : tabs.at(index % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    if (!next.leaves || event.key === ' ') onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[id="${base}-tab-${next.id}"]`)?.focus();
  };

  const onPress = (event: MouseEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChange(id);
  };

  return (
    <div className={whole ? 'tabs tabs--whole' : 'tabs'}>
      <div className="tabs__list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => {
          const props = {
            role: 'tab',
            className: 'tabs__tab',
            id: `${base}-tab-${tab.id}`,
            'aria-controls': `${base}-panel-${tab.id}`,
            'aria-selected': tab.id === value,
            tabIndex: tab.id === value ? 0 : -1,
            onClick: (event: MouseEvent) => onPress(event, tab.id),
            children: tab.label,
          };
          return tab.href === undefined ? (
            <button key={tab.id} type="button" {...props} />
          ) : (
            <a key={tab.id} href={tab.href} {...props} />
          );
        })}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          className="tabs__panel"
          id={`${base}-panel-${tab.id}`}
          aria-labelledby={`${base}-tab-${tab.id}`}
          tabIndex={0}
          hidden={!whole && tab.id !== value}
          data-shown={tab.id === value || undefined}
        >
          {(whole || tab.id === value) && tab.panel}
        </div>
      ))}
    </div>
  );
}
