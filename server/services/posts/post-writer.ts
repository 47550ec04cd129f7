import type { Executor } from '#server/db/transaction.ts';
import { firstAuthor } from '#server/repositories/authors.ts';
import type { EventCause } from '#server/repositories/posts/post-events.ts';
import { setTimesOfChange } from '#server/repositories/posts/post-sources.ts';
import {
  type EditedVersion,
  insertPost,
  isStale,
  type RenderedText,
  updatePost,
} from '#server/repositories/posts/post-writes.ts';
import { findById, findBySlug } from '#server/repositories/posts/posts.ts';
import { excerptOf } from '#shared/content/excerpt.ts';
import { countWords, readTimeMinutes } from '#shared/content/read-time.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ContentService } from '../content.ts';
import { changedFields } from './post-changes.ts';
import { freeSlug, refuseReserved } from './post-slugs.ts';

/**
 * A post to be created. Missing fields are derived: the slug from the title (also for a blank slug), the excerpt from
 * the content, the read time from the number of words. An empty excerpt stays empty.
 */
type NewPost = Pick<PostFields, 'title' | 'content' | 'categoryId'> &
  Partial<PostFields> & { isLetterHeld?: boolean | undefined };

/**
 * For a post from elsewhere: the times at which it was created and last changed, and at which readers last got another
 * text, in milliseconds since 1970.
 */
export interface PostTimes {
  createdAt?: number | undefined;
  updatedAt?: number | undefined;
  contentUpdatedAt?: number | undefined;
}

export interface WrittenPost {
  post: Post;
  outcome: 'created' | 'updated' | 'unchanged';
}

export interface PostWriter {
  /**
   * Throws AppError `slug_taken`, `invalid_input` (a reserved slug, an unknown category or author),
   * `content_too_complex`.
   */
  create(post: NewPost, times?: PostTimes): Promise<Post>;
  /**
   * Changes the given fields; new content without a read time gets a new read time. If nothing differs, nothing is
   * written and the version stays. `edited` is the version on which the changes are based; without it, the current
   * content is overwritten and stays in the revisions. Throws as `create` does, and AppError `post_not_found`,
   * `post_conflict`.
   */
  update(id: number, changes: Partial<PostFields>, edited?: EditedVersion): Promise<WrittenPost>;
  /** Changes the post with that slug, or creates one. */
  upsert(post: NewPost & { slug: string }): Promise<WrittenPost>;
}

export interface PostWriterOptions {
  db: Executor;
  clock: Clock;
  content: ContentService;
  /** The cause of the writes, for the events; `save` when absent. */
  cause?: EventCause | undefined;
  /** Stores a new post; for calls that store more data in the same transaction. */
  insert?: typeof insertPost;
  /** The same for a changed post. */
  replace?: typeof updatePost;
}

/** The only way in which posts are written: rendered first, outside the transaction, then stored. */
export function createPostWriter(options: PostWriterOptions): PostWriter {
  const { db, clock, content, cause = 'save', insert = insertPost, replace = updatePost } = options;
  const render = async (markdown: string): Promise<RenderedText & { readTime: number }> => {
    const { html, text, embeds, htmlVersion } = await content.render(markdown);
    return { html, text, embeds, htmlVersion, readTime: readTimeMinutes(countWords(text)) };
  };

  const update = async (id: number, given: Partial<PostFields>, edited: EditedVersion = {}): Promise<WrittenPost> => {
    const now = clock.now();
    const before = await findById(db, id, { kind: 'all', now });
    if (!before || before.deletedAt) throw new AppError('post_not_found');
    const authorId = given.authorId === 0 ? (await firstAuthor(db))?.id : given.authorId;
    const changes = changedFields(before, { ...given, authorId }, now);
    if (changes.slug !== undefined) refuseReserved(changes.slug);
    if (Object.keys(changes).length === 0 && !isStale(edited, before)) return { post: before, outcome: 'unchanged' };
    const { content: markdown, ...rest } = changes;
    const text = markdown === undefined ? {} : { ...(await render(markdown)), content: markdown };
    // A chosen read time is kept, even if it is the same as before.
    const readTime = given.readTime === undefined ? {} : { readTime: given.readTime };
    const post = await replace(db, id, { ...text, ...rest, ...readTime }, { now, edited, cause });
    return { post, outcome: 'updated' };
  };

  const create = async (given: NewPost, { createdAt, ...changed }: PostTimes = {}): Promise<Post> => {
    const now = createdAt ?? clock.now();
    if (given.slug) refuseReserved(given.slug);
    const { readTime, ...rendered } = await render(given.content);
    const post: Parameters<typeof insertPost>[1] = {
      ...given,
      ...rendered,
      slug: given.slug?.trim() ? given.slug : await freeSlug(db, given.title, clock.now()),
      excerpt: given.excerpt ?? excerptOf(given.content),
      readTime: given.readTime ?? readTime,
      published: given.published ?? false,
      featured: given.featured ?? false,
    };
    const made = await insert(db, post, now, { cause, at: clock.now() });
    const updatedAt = isoOf(changed.updatedAt) ?? made.updatedAt;
    const contentUpdatedAt = isoOf(changed.contentUpdatedAt);
    if (updatedAt === made.updatedAt && contentUpdatedAt === undefined) return made;
    await setTimesOfChange(db, made.id, { updatedAt, contentUpdatedAt });
    return { ...made, updatedAt, contentUpdatedAt: contentUpdatedAt ?? null };
  };

  return {
    create,
    update,
    async upsert(post) {
      const found = await findBySlug(db, post.slug, { kind: 'all', now: clock.now() });
      if (found) return update(found.id, post);
      return { post: await create(post), outcome: 'created' };
    },
  };
}

const isoOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());
