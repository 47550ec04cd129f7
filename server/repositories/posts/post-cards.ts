import { sql } from 'kysely';
import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from '../image-addresses.ts';
import { inChunks } from '../in-chunks.ts';

/** What the share picture of a post is made from. */
export interface PostToShare {
  id: number;
  slug: string;
  title: string;
  featuredImage: string | null;
  /** The featured picture's where it is stored here. */
  image: { shareFilename: string } | null;
  category: { name: string; color: string; icon: string };
}

/** With when it was published, as a list is read on from it. */
interface ListedPost extends PostToShare {
  publishedAt: string | null;
}

/** The live post at an address; null where there is none. `now` in milliseconds since 1970. */
export async function livePostToShare(ex: Executor, slug: string, now: number): Promise<PostToShare | null> {
  const row = await livePosts(ex, now).where('p.slug', '=', slug).executeTakeFirst();
  return row ? toPost(row) : null;
}

/**
 * Live posts, the last published first: at most `limit` of those before the post that `before` tells (the last one of the
 * slice before; null for the first slice). In this order an index has them; by their ids all would be sorted for each slice.
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

/** The live ones of the posts with these ids. */
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
      // Written for the index of file names. An address elsewhere is no file name, cut or not.
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
