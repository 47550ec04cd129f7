import type { Screen } from './page-data.ts';

/**
 * The groups of screens whose code is loaded together in the browser. The first is the screen of a post, with which
 * most visits open.
 */
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

/** Returns the group with which a screen is loaded; null for screens that come from the server alone. */
export function groupOf(screen: Screen): ScreenGroup | null {
  return screen === 'landing' || screen === 'subscription' ? null : (GROUPS[screen] ?? 'others');
}
