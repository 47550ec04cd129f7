import { sql } from 'kysely';
import { isoTime, isScheduled } from '#server/db/live.ts';
import { rememberWords } from '#server/db/remember-words.ts';
import { type Executor, inTransaction } from '#server/db/transaction.ts';

/** The tables of which a due post brings rows, each after the tables to which it refers. */
export const DUE_TABLES = [
  'categories',
  'tags',
  'authors',
  'images',
  'image_redirects',
  'blog_posts',
  'post_tags',
  'post_images',
  'redirects',
] as const;
export type DueTable = (typeof DUE_TABLES)[number];
/** The values of a row by column. */
export type DueRow = Record<string, string | number | null>;

/** A scheduled post, with everything that a published database needs to show it. */
export interface DuePost {
  id: number;
  slug: string;
  /** The time at which the post goes live: ISO 8601, UTC. */
  at: string;
  rows: { table: DueTable; row: DueRow }[];
}

/** The posts that go live within `within` milliseconds, the earliest first, at most `limit`. */
export async function postsDueWithin(
  ex: Executor,
  { now, within, limit }: { now: number; within: number; limit: number },
): Promise<{ id: number; version: number; at: string }[]> {
  const rows = await ex
    .selectFrom('blog_posts as p')
    .where(isScheduled(now))
    .where('p.published_at', '<=', isoTime(now + within))
    .orderBy('p.published_at')
    .orderBy('p.id')
    .limit(limit)
    .select(['p.id', 'p.version', 'p.published_at'])
    .execute();
  return rows.map(({ id, version, published_at }) => ({ id, version, at: published_at ?? '' }));
}

/**
 * Inserts the posts whose time has come and that are not in the database yet, each with all its rows, in one
 * transaction; triggers update the search index. Returns the posts inserted. `now` in milliseconds since 1970.
 */
export async function applyDue(db: Executor, posts: readonly DuePost[], now: number): Promise<DuePost[]> {
  const reached = posts.filter(({ at }) => at <= isoTime(now));
  if (reached.length === 0) return [];
  return inTransaction(db, async (trx) => {
    const brought: DuePost[] = [];
    for (const post of reached.toSorted((a, b) => a.at.localeCompare(b.at))) {
      if (await bring(trx, post)) brought.push(post);
    }
    return brought;
  });
}

async function bring(trx: Executor, post: DuePost): Promise<boolean> {
  const held = await trx
    .selectFrom('blog_posts')
    .where(({ eb, or }) => or([eb('id', '=', post.id), eb('slug', '=', post.slug)]))
    .select('id')
    .executeTakeFirst();
  if (held) return false;
  // A former slug that led elsewhere until now is the post's own from now on.
  await trx.deleteFrom('redirects').where('slug', '=', post.slug).execute();
  for (const table of DUE_TABLES) {
    for (const { row } of post.rows.filter((each) => each.table === table)) await insertRow(trx, table, row);
  }
  const texts = post.rows.flatMap(({ table, row }) =>
    table === 'blog_posts' ? SEARCHED.map((column) => String(row[column] ?? '')) : [],
  );
  await rememberWords(trx, texts);
  return true;
}

/** The searched columns of a post. */
const SEARCHED = ['title', 'excerpt', 'tags', 'body'];

async function insertRow(trx: Executor, table: DueTable, row: DueRow): Promise<void> {
  const columns = Object.keys(row).map((name) => sql.ref(name));
  const values = Object.values(row).map((value) => sql.val(value));
  // Rows that the published database already has (a category, a picture of another post) stay as they are.
  await sql`insert or ignore into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`.execute(trx);
}
