import { sql } from 'kysely';
import { isLive, isoTime, isScheduled } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { CalendarPost, CategoryRhythm, Queue } from '#shared/contract/calendar.ts';

/** A span of time, ISO 8601: `from` is included, `to` is not. */
export interface Span {
  from: string;
  to: string;
}

/** The most posts of each kind, and the slug of the only category, if given. */
interface Narrowing {
  category?: string | undefined;
  limit: number;
}

type Posts = ReturnType<typeof postsWithChanges>;

/** Posts outside the bin, each with its pending change; only those of one category when that is given. */
function postsWithChanges(ex: Executor, category: string | undefined) {
  return ex
    .selectFrom('blog_posts as p')
    .leftJoin('pending_changes as c', 'c.post_id', 'p.id')
    .where('p.deleted_at', 'is', null)
    .$if(category !== undefined, (query) =>
      query.where('p.category_id', '=', (eb) =>
        eb
          .selectFrom('categories')
          .select('id')
          .where('slug', '=', category ?? ''),
      ),
    );
}

async function calendarPosts(query: Posts): Promise<CalendarPost[]> {
  const rows = await query
    .select([
      'p.id',
      'p.title',
      'p.version',
      'p.published',
      'p.published_at as publishedAt',
      'p.category_id as categoryId',
      'c.version as changeVersion',
      'c.due_at as dueAt',
      'c.problem',
    ])
    .execute();
  return rows.map(({ published, changeVersion, dueAt, problem, ...post }) => ({
    ...post,
    published: published === 1,
    ...(changeVersion !== null && { pending: { version: changeVersion, dueAt, problem } }),
  }));
}

async function countOf(query: Posts): Promise<number> {
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

// Word for word the condition of the index that holds the posts that are not live.
const neverLive = sql<boolean>`(p.published = 0 or p.deleted_at is not null)`;
const isPublished = sql<boolean>`p.published = 1`;

/** The posts whose date, or whose pending change, is within a span, each once, by date. */
export async function postsOfSpan(
  ex: Executor,
  { from, to }: Span,
  { category, limit }: Narrowing,
): Promise<{ posts: CalendarPost[]; isWhole: boolean }> {
  const dated = (query: Posts) =>
    query
      .where('p.published_at', '>=', from)
      .where('p.published_at', '<', to)
      .orderBy('p.published_at')
      .orderBy('p.id');
  const posts = () => postsWithChanges(ex, category);
  const parts = [
    await calendarPosts(dated(posts().where(isPublished)).limit(limit + 1)),
    await calendarPosts(dated(posts().where(neverLive)).limit(limit + 1)),
    await calendarPosts(
      posts()
        .where('c.due_at', '>=', from)
        .where('c.due_at', '<', to)
        .orderBy('c.due_at')
        .limit(limit + 1),
    ),
  ];
  const byId = new Map(parts.flatMap((part) => part.slice(0, limit)).map((post) => [post.id, post]));
  return { posts: [...byId.values()], isWhole: parts.every((part) => part.length <= limit) };
}

/**
 * The number of posts of each category in a span, and the dates of its last and next post of all time. `now` in
 * milliseconds since 1970.
 */
export async function rhythmOfCategories(ex: Executor, { from, to }: Span, now: number): Promise<CategoryRhythm[]> {
  const isOfCategory = sql<boolean>`p.category_id = k.id`;
  const isInSpan = sql<boolean>`p.published_at >= ${from} and p.published_at < ${to}`;
  return ex
    .selectFrom('categories as k')
    .select([
      'k.id as categoryId',
      sql<number>`(select count(*) from blog_posts p where ${isLive(now)} and ${isOfCategory} and ${isInSpan})`.as(
        'live',
      ),
      sql<number>`(select count(*) from blog_posts p where ${isScheduled(now)} and ${isOfCategory} and ${isInSpan})`.as(
        'scheduled',
      ),
      sql<string | null>`(select max(p.published_at) from blog_posts p where ${isLive(now)} and ${isOfCategory})`.as(
        'lastAt',
      ),
      sql<
        string | null
      >`(select min(p.published_at) from blog_posts p where ${isScheduled(now)} and ${isOfCategory})`.as('nextAt'),
    ])
    .execute();
}

/**
 * The posts that go live next, the changes that could not be made, and the drafts without a date. `now` in milliseconds
 * since 1970.
 */
export async function queueOf(ex: Executor, now: number, { category, limit }: Narrowing): Promise<Queue> {
  const posts = () => postsWithChanges(ex, category);
  const scheduled = () => posts().where(isPublished).where('p.published_at', '>', isoTime(now));
  const changes = () => posts().where('c.due_at', 'is not', null).where('c.problem', 'is', null);
  const drafts = () => posts().where(neverLive).where('p.published_at', 'is', null);
  const next = await calendarPosts(scheduled().orderBy('p.published_at').orderBy('p.id').limit(limit));
  const due = await calendarPosts(changes().orderBy('c.due_at').orderBy('p.id').limit(limit));
  return {
    upcoming: [...new Map([...next, ...due].map((post) => [post.id, post])).values()],
    upcomingTotal: (await countOf(scheduled())) + (await countOf(changes())),
    problems: await calendarPosts(posts().where('c.problem', 'is not', null).orderBy('c.due_at').limit(limit)),
    waiting: await calendarPosts(
      posts()
        .where('c.post_id', 'is not', null)
        .where('c.due_at', 'is', null)
        .where('c.problem', 'is', null)
        .orderBy('p.id')
        .limit(limit),
    ),
    drafts: await calendarPosts(drafts().orderBy('p.updated_at', 'desc').orderBy('p.id').limit(limit)),
    draftsTotal: await countOf(drafts()),
  };
}
