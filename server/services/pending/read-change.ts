import { z } from 'zod';
import type { StoredChange } from '#server/repositories/posts/pending-changes.ts';
import type { PendingChange } from '#shared/contract/posts/pending.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { mergePost } from '#shared/workspace/merge-post.ts';
import { type PostValues, valuesOfPost, withStoredValues } from '#shared/workspace/post-values.ts';

/** A change as the owner sees it; null when it cannot be read. */
export function readable(post: Post, change: StoredChange): PendingChange | null {
  try {
    return toPendingChange(post, change);
  } catch (error) {
    if (error instanceof AppError && error.code === 'pending_conflict') return null;
    throw error;
  }
}

/** A change as the owner sees it. Throws AppError `pending_conflict` for a change that cannot be read. */
export function toPendingChange(post: Post, change: StoredChange): PendingChange {
  const { postId, version, baseVersion, dueAt, problem, updatedAt } = change;
  const { fields, base } = valuesOf(post, change);
  return {
    ...{ postId, version, baseVersion, dueAt, problem, updatedAt },
    fields: shown(fields),
    base: shown(base),
    isMergeable: mergeOf(post, change).kind === 'clean',
  };
}

/** A program with other fields may have stored the change: a missing field has the value of the post. */
function valuesOf(post: Post, change: StoredChange): { fields: PostValues; base: PostValues } {
  const now = valuesOfPost(post);
  const base = withStoredValues(now, storedRecord(change.base));
  return { base, fields: withStoredValues(base, storedRecord(change.fields)) };
}

const anyRecord = z.record(z.string(), z.json());

/** Throws AppError `pending_conflict` for text that cannot be read: treated as an empty change, it would be deleted. */
function storedRecord(text: string) {
  try {
    return anyRecord.parse(JSON.parse(text));
  } catch {
    throw new AppError('pending_conflict', {
      message: 'The pending change cannot be read. Discard it and make it anew.',
    });
  }
}

/** The publication state and date of the post are not part of the change. */
export function mergeOf(post: Post, change: StoredChange) {
  const { fields, base } = valuesOf(post, change);
  const now = valuesOfPost(post);
  const { published, publishedAt } = now;
  return mergePost({ ...base, published, publishedAt }, { ...fields, published, publishedAt }, now);
}

function shown({ published: _, publishedAt: __, tags, ...rest }: PostValues): PendingChange['fields'] {
  return { ...rest, tags: [...tags] };
}
