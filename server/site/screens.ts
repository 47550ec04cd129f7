import type { Screen } from './page-data.ts';

/** The screens by what is loaded together in the browser: the first is that of a post, which most visits open with. */
export interface ScreenGroups {
  post: typeof import('./pages/post.tsx');
  lists: typeof import('./list-screens.ts');
  others: typeof import('./lazy-screens.ts');
}

export type ScreenGroup = keyof ScreenGroups;

const GROUPS: Partial<Record<Screen, ScreenGroup>> = {
  post: 'post',
  home: 'lists',
  category: 'lists',
  tag: 'lists',
  author: 'lists',
  period: 'lists',
  search: 'lists',
};

/** The group a screen is loaded with; null for those that come from the server alone. */
export function groupOf(screen: Screen): ScreenGroup | null {
  return screen === 'landing' || screen === 'subscription' ? null : (GROUPS[screen] ?? 'others');
}

/** Where the screens come from: there from the start, or fetched when one is opened. */
export interface ScreenSource {
  /** Groups that are there. */
  loaded: Partial<ScreenGroups>;
  load: (group: ScreenGroup) => Promise<void>;
}
