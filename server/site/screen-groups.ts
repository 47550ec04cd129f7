import type { Screen } from './page-data.ts';

/** What is loaded together in the browser: the first is the screen of a post, which most visits open with. */
export type ScreenGroup = 'post' | 'lists' | 'others';

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
