import { useCategories } from '../../catalog/index.ts';
import type { DraftCard } from './draft-store.ts';

/** Returns the category of a draft, as far as it is chosen: the category of its run, otherwise the draft's own. */
export function useDraftCategory({ draft, origin }: Pick<DraftCard, 'draft' | 'origin'>): string {
  const { data: categories = [] } = useCategories();
  return categories.find(({ id }) => id === origin.categoryId)?.name ?? draft.category;
}
