import { useCategories } from '../../catalog/index.ts';
import type { DraftCard } from './draft-store.ts';

/** What a draft will be filed under, as far as that is chosen: its run's category, else what the draft says. */
export function useDraftCategory({ draft, origin }: Pick<DraftCard, 'draft' | 'origin'>): string {
  const { data: categories = [] } = useCategories();
  return categories.find(({ id }) => id === origin.categoryId)?.name ?? draft.category;
}
