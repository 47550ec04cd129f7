import { type RawBuilder, sql } from 'kysely';

/**
 * Converts milliseconds since 1970 to the one form in which times are stored: ISO 8601, UTC, with milliseconds, so that
 * the order of the texts is the order of the times.
 */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * **Live** (docs/rules.md, "Live posts"): published, not deleted, and its time has come. This is the only definition.
 * Posts are called `p`, and `:now` is bound to isoTime. The first two conditions are literal and word for word those of
 * the partial indexes; with bound values SQLite could not use the indexes.
 */
const liveSql = 'p.published = 1 and p.deleted_at is null and p.published_at <= :now';

/** Published, with a time in the future. */
const scheduledSql = 'p.published = 1 and p.deleted_at is null and p.published_at > :now';

/** {@link liveSql} for plain SQL, for example on the search's own connection. */
export const live = {
  sql: liveSql,
  /** The ids of all posts that are not live, for which `sql` is false. */
  exceptIdsSql: `
    select p.id from blog_posts p where p.published = 0 or p.deleted_at is not null
    union all
    select p.id from blog_posts p where ${scheduledSql}`,
} as const;

/** The condition "live" for Kysely queries in which blog_posts is `p`. `now` in milliseconds since 1970. */
export function isLive(now: number): RawBuilder<boolean> {
  return at(liveSql, now);
}

/** {@link isLive}, and published before the time in a column of another table, as one bound of an index. */
export function isLiveBefore(now: number, column: 'o.published_at'): RawBuilder<boolean> {
  return at(`p.published = 1 and p.deleted_at is null and p.published_at < min(${column}, :now)`, now + 1);
}

/**
 * The condition "published, with a time in the future" for Kysely queries in which blog_posts is `p`. `now` in
 * milliseconds since 1970.
 */
export function isScheduled(now: number): RawBuilder<boolean> {
  return at(scheduledSql, now);
}

function at(condition: string, now: number): RawBuilder<boolean> {
  const [before = '', after = ''] = condition.split(':now');
  return sql<boolean>`(${sql.raw(before)}${isoTime(now)}${sql.raw(after)})`;
}
