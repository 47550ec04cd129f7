import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { updatePost } from './post-writes.ts';

/** A change as it is stored: `fields` and `base` are JSON, times ISO 8601. */
export interface StoredChange {
  postId: number;
  version: number;
  fields: string;
  base: string;
  baseVersion: number;
  dueAt: string | null;
  problem: string | null;
  updatedAt: string;
}

const columns = [
  'post_id as postId',
  'version',
  'fields',
  'base',
  'base_version as baseVersion',
  'due_at as dueAt',
  'problem',
  'updated_at as updatedAt',
] as const;

/** The pending change of a post; null when there is none. */
export async function findPending(ex: Executor, postId: number): Promise<StoredChange | null> {
  const row = await ex.selectFrom('pending_changes').where('post_id', '=', postId).select(columns).executeTakeFirst();
  return row ?? null;
}

/**
 * Stores a pending change in the place of the present one, and clears its problem. `edited`: the version that is
 * replaced, 0 for none; when absent, any version is replaced. Throws AppError `pending_conflict` when the stored
 * version is another by now.
 */
export async function keepPending(
  ex: Executor,
  change: Pick<StoredChange, 'postId' | 'fields' | 'base' | 'baseVersion' | 'dueAt'>,
  edited: number | undefined,
  now: number,
): Promise<void> {
  await atomically(ex, async (trx) => {
    const before = await findPending(trx, change.postId);
    if (edited !== undefined && edited !== (before?.version ?? 0)) throw new AppError('pending_conflict');
    const row = {
      version: (before?.version ?? 0) + 1,
      fields: change.fields,
      base: change.base,
      base_version: change.baseVersion,
      due_at: change.dueAt,
      problem: null,
      updated_at: isoTime(now),
    };
    await trx
      .insertInto('pending_changes')
      .values({ post_id: change.postId, created_at: isoTime(now), ...row })
      .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
      .execute();
  });
}

/** Deletes a pending change, only of `version` when that is given; returns whether there was one. */
export async function deletePending(ex: Executor, postId: number, version?: number): Promise<boolean> {
  let query = ex.deleteFrom('pending_changes').where('post_id', '=', postId);
  if (version !== undefined) query = query.where('version', '=', version);
  return (await query.returning('post_id').executeTakeFirst()) !== undefined;
}

/** Records why a change could not be put in its post's place; only for the version that was tried. */
export async function notePendingProblem(
  ex: Executor,
  { postId, version }: Pick<StoredChange, 'postId' | 'version'>,
  problem: string,
): Promise<void> {
  await ex
    .updateTable('pending_changes')
    .set({ problem })
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .execute();
}

/**
 * The pending change with the earliest time, past or future, of a post outside the bin; null when no change has a time.
 */
export async function nextPending(ex: Executor): Promise<{ postId: number; dueAt: string } | null> {
  const row = await ex
    .selectFrom('pending_changes as c')
    // In SQLite a cross join also fixes the order: otherwise it may look for a change of each post.
    .crossJoin('blog_posts as p')
    .whereRef('p.id', '=', 'c.post_id')
    .where('c.due_at', 'is not', null)
    .where('c.problem', 'is', null)
    .where('p.deleted_at', 'is', null)
    .orderBy('c.due_at')
    .orderBy('c.post_id')
    .select(['c.post_id as postId', 'c.due_at as dueAt'])
    .limit(1)
    .executeTakeFirst();
  return row?.dueAt ? { postId: row.postId, dueAt: row.dueAt } : null;
}

type Changes = Parameters<typeof updatePost>[2];
type Moment = Parameters<typeof updatePost>[3];

/**
 * Changes a post as {@link updatePost} does, and deletes its pending change in the same transaction, so that the change
 * is made once. Throws as {@link updatePost} does, and AppError `pending_conflict` when the stored change is another by
 * now.
 */
export async function publishPending(
  ex: Executor,
  id: number,
  changes: Changes,
  { pendingVersion, ...moment }: Moment & { pendingVersion: number },
): Promise<Post> {
  return atomically(ex, async (trx) => {
    if (!(await deletePending(trx, id, pendingVersion))) throw new AppError('pending_conflict');
    return updatePost(trx, id, changes, moment);
  });
}
