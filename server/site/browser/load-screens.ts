import type { ScreenGroup } from '../screen-groups.ts';
import type { ScreenGroups } from '../screens.ts';

const imports: { [Group in ScreenGroup]: () => Promise<ScreenGroups[Group]> } = {
  post: () => import('../pages/post.tsx'),
  lists: () => import('../list-screens.ts'),
  others: () => import('../lazy-screens.ts'),
};

/** Fetches the code of a group of screens. It is fetched once, whoever asks. */
export function importScreens(group: ScreenGroup): Promise<Partial<ScreenGroups>> {
  return imports[group]().then((screens) => ({ [group]: screens }));
}
