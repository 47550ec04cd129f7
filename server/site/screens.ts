import type { ScreenGroup } from './screen-groups.ts';

/** The code of each group of screens. */
export interface ScreenGroups extends Record<ScreenGroup, unknown> {
  post: typeof import('./pages/post.tsx');
  lists: typeof import('./list-screens.ts');
  others: typeof import('./lazy-screens.ts');
}

/** The source of the screens: loaded from the start, or fetched when one is opened. */
export interface ScreenSource {
  /** The groups that are loaded. */
  loaded: Partial<ScreenGroups>;
  load: (group: ScreenGroup) => Promise<void>;
}
