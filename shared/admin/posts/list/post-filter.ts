import type { QueryInput } from '#shared/contract/endpoint.ts';
import type { listPosts } from '#shared/contract/posts.ts';

export type StatusFilter = 'all' | 'published' | 'draft' | 'scheduled' | 'deleted';

/** Which posts the list shows. */
export interface PostFilter {
  search: string;
  status: StatusFilter;
  /** A category's slug; empty for all. */
  category: string;
}

export const noFilter: PostFilter = { search: '', status: 'all', category: '' };

export const statusFilters: readonly { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All posts' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'deleted', label: 'Bin' },
];

/** The filter as the server takes it. */
export function filterQuery({ search, status, category }: PostFilter): QueryInput<typeof listPosts> {
  const q = search.trim();
  return {
    ...(q === '' ? {} : { q }),
    ...(status === 'all' ? {} : { status }),
    ...(category === '' ? {} : { category }),
  };
}

export function isFiltered(filter: PostFilter): boolean {
  return Object.keys(filterQuery(filter)).length > 0;
}
