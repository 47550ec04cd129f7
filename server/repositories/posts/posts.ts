import { sql } from 'kysely';
import { isLive } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { valuesOf } from '../values-of.ts';
import { type PostScope, postById } from './post-rows.ts';

export type { PostScope } from './post-rows.ts';

/** The post with a slug; null when `scope` has none. A post in the bin has no address. */
export async function findBySlug(ex: Executor, slug: string, scope: PostScope): Promise<Post | null> {
  const row = await ex
    .selectFrom('blog_posts')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row ? postById(ex, row.id, scope) : null;
}

/** The post with an id; for the owner also a post in the bin (its `deletedAt` is set). */
export async function findById(ex: Executor, id: number, scope: PostScope): Promise<Post | null> {
  return postById(ex, id, scope);
}

/** The bytes of Markdown of each of these posts, by id. */
export async function textBytes(ex: Executor, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await ex
    .selectFrom('blog_posts')
    .where('id', 'in', valuesOf(ids))
    .select(['id', sql<number>`octet_length(content)`.as('bytes')])
    .execute();
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** Whether a post outside the bin has this slug. */
export async function isSlugTaken(ex: Executor, slug: string): Promise<boolean> {
  return (await takenSlugs(ex, [slug])).has(slug);
}

/** Those of the slugs that are in use by posts outside the bin. */
export async function takenSlugs(ex: Executor, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await ex
    .selectFrom(sql<{ value: string }>`json_each(${JSON.stringify(slugs)})`.as('wanted'))
    // Not `in`: SQLite would go through all posts outside the bin.
    .crossJoin('blog_posts as p')
    .whereRef('p.slug', '=', 'wanted.value')
    .where('p.deleted_at', 'is', null)
    .select('p.slug')
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * Adds readings, given as numbers by post id; returns the slugs of these posts. Does not change updatedAt or version,
 * and skips ids that no longer have a post.
 */
export async function addViews(ex: Executor, readings: ReadonlyMap<number, number>): Promise<string[]> {
  return atomically(ex, async (trx) => {
    const slugs: string[] = [];
    for (const [id, count] of readings) {
      const row = await trx
        .updateTable('blog_posts')
        .set(({ eb }) => ({ views: eb('views', '+', count) }))
        .where('id', '=', id)
        .returning('slug')
        .executeTakeFirst();
      if (row) slugs.push(row.slug);
    }
    return slugs;
  });
}

/** Whether readers can see a post now, for calls that need nothing else about it. */
export async function isPostLive(ex: Executor, id: number, now: number): Promise<boolean> {
  const row = await ex
    .selectFrom('blog_posts as p')
    .where('p.id', '=', id)
    .where(isLive(now))
    .select('p.id')
    .executeTakeFirst();
  return row !== undefined;
}
