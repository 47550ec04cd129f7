import { type RawBuilder, sql } from 'kysely';
import type { PostSort } from '#shared/contract/posts/posts.ts';

/** The order of a list of the owner's; absent: the list's own order. */
export interface PostOrder {
  sort?: PostSort | undefined;
  /** When absent, names and relevance ascend, and everything else descends. */
  direction?: 'asc' | 'desc' | undefined;
}

interface SqlOrder {
  /** The expression by which posts, called `p`, are ordered; posts with the same value are ordered by id. */
  by: RawBuilder<string | number>;
  direction: 'asc' | 'desc';
}

const byColumn: Record<Exclude<PostSort, 'relevance'>, { by: RawBuilder<string | number>; isName?: true }> = {
  created: { by: sql`p.created_at` },
  updated: { by: sql`p.updated_at` },
  // Posts that were never published come after those that were.
  published: { by: sql`coalesce(p.published_at, '')` },
  title: { by: sql`p.title collate nocase`, isName: true },
  views: { by: sql`p.views` },
  author: { by: sql`(select a.name from authors a where a.id = p.author_id) collate nocase`, isName: true },
  category: { by: sql`(select c.name from categories c where c.id = p.category_id) collate nocase`, isName: true },
};

/** The requested order. `among`: the ids of the only posts that a list may hold, the most relevant first. */
export function sqlOrder(
  { sort, direction }: PostOrder & { sort: PostSort },
  among: readonly number[] | undefined,
): SqlOrder {
  if (sort !== 'relevance') {
    const { by, isName } = byColumn[sort];
    return { by, direction: direction ?? (isName ? 'asc' : 'desc') };
  }
  // Without words all posts are equally relevant: the newest come first.
  if (among === undefined) return { by: sql`p.created_at`, direction: direction ?? 'desc' };
  const places = JSON.stringify(Object.fromEntries(among.map((id, place) => [id, place])));
  return { by: sql`cast(json_extract(${places}, '$."' || p.id || '"') as integer)`, direction: direction ?? 'asc' };
}
