import { useState } from 'react';
import type { KeyValue } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';

/** The key of localStorage for the active tab. */
export const ACTIVE_TAB_KEY = 'adminActiveTab';

export const dashboardTabs = [
  { name: 'posts', label: 'Posts' },
  { name: 'landing-pages', label: 'Landing Pages' },
  {
    name: 'chained-prompts',
    label: 'Chained Prompts',
    // The actions of this tab have names of their own in the palette only while the tab is open.
    words: ['run all', 'batches', 'costs', 'past runs', 'drafts', 'ai', 'workflow'],
  },
  { name: 'settings', label: 'Settings' },
] as const;
export type DashboardTab = (typeof dashboardTabs)[number]['name'];

/** Returns the remembered tab; Posts if none is remembered, or one that we do not know. */
export function readActiveTab(storage: KeyValue): DashboardTab {
  const remembered = storage.get(ACTIVE_TAB_KEY);
  return dashboardTabs.find(({ name }) => name === remembered)?.name ?? 'posts';
}

/** The active tab, and a function that changes and remembers it. */
export function useActiveTab(): [DashboardTab, (tab: DashboardTab) => void] {
  const { localStorage } = usePorts();
  const [tab, setTab] = useState(() => readActiveTab(localStorage));
  return [
    tab,
    (next) => {
      localStorage.set(ACTIVE_TAB_KEY, next);
      setTab(next);
    },
  ];
}
