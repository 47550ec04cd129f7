import { z } from 'zod';
import type { QueryInput } from '#shared/contract/endpoint.ts';
import type { listPosts } from '#shared/contract/posts/posts.ts';
import { LIST_ADDRESS } from '../post-address.ts';

type ListQuery = QueryInput<typeof listPosts>;

/** What a list can be narrowed to by its state; each with what the server is asked for. */
const statuses = {
  all: { label: 'All posts', query: {} },
  published: { label: 'Published', query: { status: 'published' } },
  draft: { label: 'Drafts', query: { status: 'draft' } },
  scheduled: { label: 'Scheduled', query: { status: 'scheduled' } },
  featured: { label: 'Featured', query: { featured: 'true' } },
  pictureless: { label: 'Without a picture', query: { pictured: 'false' } },
  pending: { label: 'Pending changes', query: { status: 'pending' } },
  proposed: { label: 'Proposed', query: { status: 'proposed' } },
  deleted: { label: 'Bin', query: { status: 'deleted' } },
} as const satisfies Record<string, { label: string; query: ListQuery }>;
export type StatusFilter = keyof typeof statuses;

/** The orders a list can have; `default`: the best match where words are searched for, else the newest first. */
const sorts = {
  default: { label: 'Newest first', query: {} },
  oldest: { label: 'Oldest first', query: { sort: 'created', direction: 'asc' } },
  edited: { label: 'Last edited', query: { sort: 'updated' } },
  published: { label: 'Last published', query: { sort: 'published' } },
  title: { label: 'Title A–Z', query: { sort: 'title' } },
  'title-desc': { label: 'Title Z–A', query: { sort: 'title', direction: 'desc' } },
  views: { label: 'Most viewed', query: { sort: 'views' } },
  'views-asc': { label: 'Least viewed', query: { sort: 'views', direction: 'asc' } },
  author: { label: 'Author A–Z', query: { sort: 'author' } },
  category: { label: 'Category A–Z', query: { sort: 'category' } },
} as const satisfies Record<string, { label: string; query: ListQuery }>;
export type Sort = keyof typeof sorts;

/** Which posts the list shows, and in which order. */
export interface PostFilter {
  search: string;
  status: StatusFilter;
  /** A category's slug; empty for all. */
  category: string;
  /** An author's slug; empty for all. */
  author: string;
  /** A tag's slug; empty for all. */
  tag: string;
  sort: Sort;
}

export const noFilter: PostFilter = {
  search: '',
  status: 'all',
  category: '',
  author: '',
  tag: '',
  sort: 'default',
};

const optionsOf = <Value extends string>(table: Record<Value, { label: string }>) =>
  Object.entries<{ label: string }>(table).map(([value, { label }]) => ({ value: value as Value, label }));

export const statusOptions = optionsOf(statuses);

/** The orders to choose from: a search has its best matches first where nothing else is chosen. */
export function sortOptions(isSearch: boolean): { value: Sort; label: string }[] {
  return optionsOf(sorts).map(({ value, label }) =>
    value === 'default' && isSearch ? { value, label: 'Best match' } : { value, label },
  );
}

/** The filter as the server takes it. */
export function filterQuery({ search, status, category, author, tag, sort }: PostFilter): ListQuery {
  const q = search.trim();
  const words = Object.entries({ q, category, author, tag }).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(words), ...statuses[status].query, ...sorts[sort].query };
}

/** Whether posts are left out; an order leaves out none. */
export function isFiltered(filter: PostFilter): boolean {
  return Object.keys(filterQuery({ ...filter, sort: 'default' })).length > 0;
}

const addressNames = {
  search: 'q',
  status: 'status',
  category: 'category',
  author: 'author',
  tag: 'tag',
  sort: 'sort',
} as const;

const text = z.string().max(500).catch('');
const schema = z.object({
  search: text,
  status: z.enum(Object.keys(statuses) as StatusFilter[]).catch('all'),
  category: text,
  author: text,
  tag: text,
  sort: z.enum(Object.keys(sorts) as Sort[]).catch('default'),
});

/** The filter of an address such as "?q=rye&status=draft"; what it does not say, or says wrongly, does not restrict. */
export function filterOf(query: string): PostFilter {
  const values = new URLSearchParams(query);
  return schema.parse(
    Object.fromEntries(Object.entries(addressNames).map(([name, key]) => [name, values.get(key) ?? ''])),
  );
}

/** Where the list is that shows the posts of one state alone. */
export const statusAddress = (status: StatusFilter) => `${LIST_ADDRESS}${addressQuery({ ...noFilter, status })}`;

/** The part of an address that says what a list shows, with its question mark; empty where all is shown. */
export function addressQuery(filter: PostFilter): string {
  const values = new URLSearchParams();
  for (const [name, key] of Object.entries(addressNames) as [keyof PostFilter, string][]) {
    const value = filter[name].trim();
    if (value !== noFilter[name]) values.set(key, value);
  }
  return values.size === 0 ? '' : `?${values}`;
}
