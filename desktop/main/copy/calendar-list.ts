import type { Database } from 'better-sqlite3';
import {
  type CalendarPost,
  type getCalendar,
  type getQueue,
  MOST_IN_CALENDAR,
  type Queue,
} from '#shared/contract/calendar.ts';
import type { Category } from '#shared/contract/categories.ts';
import type { AnswerOf, QueryOf } from '#shared/contract/endpoint.ts';

/** The most lines in each list of the queue, the same as on the server. */
const QUEUE = 50;

interface CalendarRow {
  id: number;
  title: string;
  version: number;
  published: number;
  publishedAt: string | null;
  categoryId: number;
  changeVersion: number | null;
  dueAt: string | null;
  problem: string | null;
}

const COLUMNS = `p.id, p.title, p.version, p.published, p.published_at as publishedAt, p.category_id as categoryId,
  p.change_version as changeVersion, p.change_due_at as dueAt, p.change_problem as problem`;
/** Posts outside the bin, of one category if a category is named. */
const SHOWN = 'p.deleted_at is null and (:category is null or p.category = :category)';
const SCHEDULED = 'p.published = 1 and p.published_at > :now';
const LIVE = 'p.published = 1 and p.published_at <= :now';

/** Returns the calendar from the copy, in the form of the server's answer. `now` is in milliseconds since 1970. */
export function copiedCalendar(
  sqlite: Database,
  { from, to, category }: QueryOf<typeof getCalendar>,
  { now, categories }: { now: number; categories: readonly Pick<Category, 'id'>[] },
): AnswerOf<typeof getCalendar> {
  // In the stored form, so that the alphabetical order is the order of the times.
  const span = { from: stored(from), to: stored(to) };
  const { list } = reader(sqlite, { ...span, category: category ?? null });
  const isIn = (column: string) => `${column} >= :from and ${column} < :to`;
  const parts = [
    list(`p.published = 1 and ${isIn('p.published_at')}`, 'p.published_at, p.id', MOST_IN_CALENDAR + 1),
    list(`p.published = 0 and ${isIn('p.published_at')}`, 'p.published_at, p.id', MOST_IN_CALENDAR + 1),
    list(isIn('p.change_due_at'), 'p.change_due_at', MOST_IN_CALENDAR + 1),
  ];
  const posts = parts.flatMap((part) => part.slice(0, MOST_IN_CALENDAR));
  const rhythm = sqlite.prepare<
    [object],
    { live: number; scheduled: number; lastAt: string | null; nextAt: string | null }
  >(
    `select coalesce(sum(${LIVE} and ${isIn('p.published_at')}), 0) as live,
      coalesce(sum(${SCHEDULED} and ${isIn('p.published_at')}), 0) as scheduled,
      max(iif(${LIVE}, p.published_at, null)) as lastAt, min(iif(${SCHEDULED}, p.published_at, null)) as nextAt
      from posts p where p.deleted_at is null and p.category_id = :id`,
  );
  return {
    posts: unique(posts),
    isWhole: parts.every((part) => part.length <= MOST_IN_CALENDAR),
    rhythm: categories.map(({ id }) => ({
      categoryId: id,
      ...(rhythm.get({ ...span, now: stored(now), id }) ?? { live: 0, scheduled: 0, lastAt: null, nextAt: null }),
    })),
  };
}

/** Returns the queue from the copy, in the form of the server's answer. `now` is in milliseconds since 1970. */
export function copiedQueue(sqlite: Database, { category }: QueryOf<typeof getQueue>, now: number): Queue {
  const { list, count } = reader(sqlite, { now: stored(now), category: category ?? null });
  const due = 'p.change_due_at is not null and p.change_problem is null';
  const drafts = 'p.published = 0 and p.published_at is null';
  return {
    upcoming: unique([...list(SCHEDULED, 'p.published_at, p.id', QUEUE), ...list(due, 'p.change_due_at, p.id', QUEUE)]),
    upcomingTotal: count(SCHEDULED) + count(due),
    problems: list('p.change_problem is not null', 'p.change_due_at', QUEUE),
    waiting: list(
      'p.change_version is not null and p.change_due_at is null and p.change_problem is null',
      'p.id',
      QUEUE,
    ),
    drafts: list(drafts, 'p.updated_at desc, p.id', QUEUE),
    draftsTotal: count(drafts),
  };
}

function reader(sqlite: Database, values: Record<string, string | null>) {
  return {
    list: (condition: string, order: string, limit: number): CalendarPost[] =>
      sqlite
        .prepare<[object], CalendarRow>(
          `select ${COLUMNS} from posts p where ${SHOWN} and ${condition} order by ${order} limit ${limit}`,
        )
        .all(values)
        .map(shown),
    count: (condition: string): number =>
      sqlite
        .prepare<[object], number>(`select count(*) from posts p where ${SHOWN} and ${condition}`)
        .pluck()
        .get(values) ?? 0,
  };
}

function shown({ published, changeVersion, dueAt, problem, ...post }: CalendarRow): CalendarPost {
  return {
    ...post,
    published: published === 1,
    ...(changeVersion !== null && { pending: { version: changeVersion, dueAt, problem } }),
  };
}

const unique = (posts: readonly CalendarPost[]) => [...new Map(posts.map((post) => [post.id, post])).values()];

const stored = (time: string | number) => new Date(time).toISOString();
