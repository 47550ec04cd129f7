import { type RawBuilder, sql } from 'kysely';

/**
 * Milliseconds since 1970 in the one form times are stored in: ISO 8601, UTC, with milliseconds, so that the order of
 * the texts is the order of the times.
 */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * **Live** (docs/rules.md, "Live posts"): published, not deleted, and its time has come. The only place that says so.
 * Posts are called `p` and `:now` is bound to isoTime. The first two conditions are literal and word for word those of
 * the partial indexes; with bound values SQLite could not use these.
 */
const liveSql = 'p.published = 1 and p.deleted_at is null and p.published_at <= :now';

/** Published, and still to come. */
const scheduledSql = 'p.published = 1 and p.deleted_at is null and p.published_at > :now';

/** {@link liveSql} for plain SQL, such as the search's own connection uses. */
export const live = {
  sql: liveSql,
  /** The ids of everything that is not live: what `sql` is false for. */
  exceptIdsSql: `
    select p.id from blog_posts p where p.published = 0 or p.deleted_at is not null
    union all
    select p.id from blog_posts p where ${scheduledSql}`,
} as const;

/** Live, for Kysely queries that call blog_posts `p`. `now` in milliseconds since 1970. */
export function isLive(now: number): RawBuilder<boolean> {
  return at(liveSql, now);
}

/** {@link isLive}, and published before the time in a column of another table, as one end of an index. */
export function isLiveBefore(now: number, column: 'o.published_at'): RawBuilder<boolean> {
  return at(`p.published = 1 and p.deleted_at is null and p.published_at < min(${column}, :now)`, now + 1);
}

/** Published, and still to come, for Kysely queries that call blog_posts `p`. `now` in milliseconds since 1970. */
export function isScheduled(now: number): RawBuilder<boolean> {
  return at(scheduledSql, now);
}

function at(condition: string, now: number): RawBuilder<boolean> {
  const [before = '', after = ''] = condition.split(':now');
  return sql<boolean>`(${sql.raw(before)}${isoTime(now)}${sql.raw(after)})`;
}
