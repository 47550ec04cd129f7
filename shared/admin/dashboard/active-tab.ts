import { useState } from 'react';
import type { KeyValue } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';

/** The active tab is remembered under this key of localStorage. */
export const ACTIVE_TAB_KEY = 'adminActiveTab';

export const dashboardTabs = [
  { name: 'posts', label: 'Posts' },
  { name: 'landing-pages', label: 'Landing Pages' },
  {
    name: 'chained-prompts',
    label: 'Chained Prompts',
    // What is done there has its own name in the palette only while it is open.
    words: ['run all', 'batches', 'costs', 'past runs', 'drafts', 'ai', 'workflow'],
  },
  { name: 'settings', label: 'Settings' },
] as const;
export type DashboardTab = (typeof dashboardTabs)[number]['name'];

/** The remembered tab; Posts where none is, or one we do not know. */
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
