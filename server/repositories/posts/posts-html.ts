import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { valuesOf } from '../values-of.ts';

/** The bytes of HTML that are read at once: some milliseconds of the event loop. */
const AT_ONCE = 500_000;

/** The ids of all posts outside the bin, in groups whose HTML can be read at once; a long post is a group by itself. */
export async function groupsOfPosts(ex: Executor): Promise<number[][]> {
  const rows = await ex
    .selectFrom('blog_posts')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['id', sql<number>`octet_length(html)`.as('bytes')])
    .execute();
  const groups: number[][] = [];
  let room = 0;
  for (const { id, bytes } of rows) {
    if (bytes > room || groups.length === 0) {
      groups.push([]);
      room = AT_ONCE;
    }
    groups.at(-1)?.push(id);
    room -= bytes;
  }
  return groups;
}

/** The parts of posts from which their links are read. */
export async function htmlOfPosts(ex: Executor, ids: readonly number[]) {
  return ex
    .selectFrom('blog_posts')
    .where('id', 'in', valuesOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['id', 'title', 'published', 'published_at as publishedAt', 'html'])
    .execute();
}
