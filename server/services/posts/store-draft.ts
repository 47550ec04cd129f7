import type { Executor } from '#server/db/transaction.ts';
import type { OnceKey } from '#server/repositories/idempotency-keys.ts';
import type { EditedVersion } from '#server/repositories/posts/post-writes.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import type { saveDraft } from '#shared/contract/posts/posts-admin.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { defaultCategory } from '../default-category.ts';
import type { Events } from '../events/site-events.ts';
import { checkedSlug, freeSlug } from './post-slugs.ts';
import type { PostWriter } from './post-writer.ts';

export type DraftFields = BodyOf<typeof saveDraft>;

interface DraftOptions {
  db: Executor;
  clock: Clock;
  /** Makes the writer that stores a post together with the key of its call. */
  writerFor(once: OnceKey | null): PostWriter;
  /** Throws AppError `post_not_found`. */
  stored(id: number): Promise<Post>;
  /** Changes a post, based on the version `edited`, and stores the key of the call with it. */
  change(before: Post, changes: Partial<PostFields>, edited: EditedVersion, once: OnceKey | null): Promise<Post>;
  tellPosts: Events['tellPosts'];
}

/** Saves an incomplete post, unpublished: a new one, or one that was stored before. */
export function createDraftStoring(options: DraftOptions): (draft: DraftFields, once: OnceKey | null) => Promise<Post> {
  const { db, clock, writerFor, stored, change, tellPosts } = options;
  return async ({ id, version, base, slug, isLetterHeld, ...fields }, once) => {
    const isBlank = slug !== undefined && slug.trim() === '';
    if (id === undefined) {
      const post = await writerFor(once).create({
        ...fields,
        isLetterHeld,
        ...(slug !== undefined && !isBlank && { slug: checkedSlug(slug) }),
        content: fields.content ?? '',
        excerpt: fields.excerpt ?? '',
        categoryId: fields.categoryId ?? (await defaultCategory(db, clock.now())),
        published: false,
      });
      await tellPosts();
      return post;
    }
    const before = await stored(id);
    const changes: Partial<PostFields> = { ...fields, published: false };
    if (isBlank) changes.slug = await freeSlug(db, fields.title, clock.now(), id);
    else if (slug !== undefined && slug !== before.slug) changes.slug = checkedSlug(slug);
    return change(before, changes, { version, base }, once);
  };
}
