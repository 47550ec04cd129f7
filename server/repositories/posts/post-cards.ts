import { sql } from 'kysely';
import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from '../image-addresses.ts';
import { inChunks } from '../in-chunks.ts';

/** The parts of a post from which its share picture is made. */
export interface PostToShare {
  id: number;
  slug: string;
  title: string;
  featuredImage: string | null;
  /** The featured picture, when it is stored here. */
  image: { shareFilename: string } | null;
  category: { name: string; color: string; icon: string };
}

/** A post with its publication date, from which the list is continued. */
interface ListedPost extends PostToShare {
  publishedAt: string | null;
}

/** The live post with a slug; null when there is none. `now` in milliseconds since 1970. */
export async function livePostToShare(ex: Executor, slug: string, now: number): Promise<PostToShare | null> {
  const row = await livePosts(ex, now).where('p.slug', '=', slug).executeTakeFirst();
  return row ? toPost(row) : null;
}

/**
 * Live posts, the last published first: at most `limit` of those that come after the post `before` (the last post of
 * the previous slice; null for the first slice). An index has this order; in the order of ids, all posts would be
 * sorted for each slice.
 */
export async function livePostsToShare(
  ex: Executor,
  now: number,
  { before, limit }: { before: Pick<ListedPost, 'publishedAt' | 'id'> | null; limit: number },
): Promise<ListedPost[]> {
  let query = livePosts(ex, now).orderBy('p.published_at', 'desc').orderBy('p.id', 'desc').limit(limit);
  if (before) {
    const { publishedAt, id } = before;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('p.published_at', 'p.id'), '<', tuple(publishedAt, id)),
    );
  }
  const rows = await query.select('p.published_at').execute();
  return rows.map((row) => ({ ...toPost(row), publishedAt: row.published_at }));
}

/** The live posts among those with these ids. */
export async function livePostsToShareOf(ex: Executor, now: number, ids: readonly number[]): Promise<PostToShare[]> {
  const posts: PostToShare[] = [];
  for (const some of inChunks(ids)) {
    const rows = await livePosts(ex, now).where('p.id', 'in', some).execute();
    posts.push(...rows.map(toPost));
  }
  return posts;
}

type Row = Awaited<ReturnType<ReturnType<typeof livePosts>['execute']>>[number];

function livePosts(ex: Executor, now: number) {
  return (
    ex
      .selectFrom('blog_posts as p')
      .innerJoin('categories as c', 'c.id', 'p.category_id')
      // Written so that the index of file names is used. An address elsewhere is not a file name, whether it is cut or
      // not.
      .leftJoin('images as i', (join) =>
        join
          .on('i.filename', '=', sql<string>`substr(p.featured_image, ${UPLOADS.length + 1})`)
          .on('i.deleted_at', 'is', null),
      )
      .where(isLive(now))
      .select([
        'p.id',
        'p.slug',
        'p.title',
        'p.featured_image',
        'i.share_filename',
        'c.name as category_name',
        'c.color as category_color',
        'c.icon as category_icon',
      ])
  );
}

function toPost(row: Row): PostToShare {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    featuredImage: row.featured_image,
    image: row.share_filename === null ? null : { shareFilename: row.share_filename },
    category: { name: row.category_name, color: row.category_color, icon: row.category_icon },
  };
}
