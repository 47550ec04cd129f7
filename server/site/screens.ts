import type { ScreenGroup } from './screen-groups.ts';

/** The code of each group of screens. */
export interface ScreenGroups extends Record<ScreenGroup, unknown> {
  post: typeof import('./pages/post.tsx');
  lists: typeof import('./list-screens.ts');
  others: typeof import('./lazy-screens.ts');
}

/** Where the screens come from: there from the start, or fetched when one is opened. */
export interface ScreenSource {
  /** Groups that are there. */
  loaded: Partial<ScreenGroups>;
  load: (group: ScreenGroup) => Promise<void>;
}
