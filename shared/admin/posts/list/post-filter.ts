import { z } from 'zod';
import type { QueryInput } from '#shared/contract/endpoint.ts';
import type { listPosts } from '#shared/contract/posts/posts.ts';
import { LIST_ADDRESS } from '../post-address.ts';

type ListQuery = QueryInput<typeof listPosts>;

/** The states by which a list can be filtered, each with its query for the server. */
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

/** The possible orders of a list; `default`: the best match first in a search, otherwise the newest first. */
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
  /** The slug of a category; empty for all. */
  category: string;
  /** The slug of an author; empty for all. */
  author: string;
  /** The slug of a tag; empty for all. */
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

/** Returns the orders to choose from; in a search the default order is the best match first. */
export function sortOptions(isSearch: boolean): { value: Sort; label: string }[] {
  return optionsOf(sorts).map(({ value, label }) =>
    value === 'default' && isSearch ? { value, label: 'Best match' } : { value, label },
  );
}

/** Returns the filter as a query for the server. */
export function filterQuery({ search, status, category, author, tag, sort }: PostFilter): ListQuery {
  const q = search.trim();
  const words = Object.entries({ q, category, author, tag }).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(words), ...statuses[status].query, ...sorts[sort].query };
}

/** Whether the filter leaves out posts; an order leaves out none. */
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

/**
 * Reads the filter from an address such as "?q=rye&status=draft". Missing or invalid parts do not restrict the list.
 */
export function filterOf(query: string): PostFilter {
  const values = new URLSearchParams(query);
  return schema.parse(
    Object.fromEntries(Object.entries(addressNames).map(([name, key]) => [name, values.get(key) ?? ''])),
  );
}

/** Returns the address of the list with only the posts of one state. */
export const statusAddress = (status: StatusFilter) => `${LIST_ADDRESS}${addressQuery({ ...noFilter, status })}`;

/** Returns the query part of the list's address, with its question mark; empty when all posts are shown. */
export function addressQuery(filter: PostFilter): string {
  const values = new URLSearchParams();
  for (const [name, key] of Object.entries(addressNames) as [keyof PostFilter, string][]) {
    const value = filter[name].trim();
    if (value !== noFilter[name]) values.set(key, value);
  }
  return values.size === 0 ? '' : `?${values}`;
}
