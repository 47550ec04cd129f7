import type { Executor } from '#server/db/transaction.ts';
import { listAuthors } from '#server/repositories/authors.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { type OnceKey, storeAnswer } from '#server/repositories/idempotency-keys.ts';
import type { Page, Paging } from '#server/repositories/paging.ts';
import { softDeletePost, undelete } from '#server/repositories/posts/post-bin.ts';
import { getRevision, listRevisions } from '#server/repositories/posts/post-revisions.ts';
import { type EditedVersion, insertPost, updatePost } from '#server/repositories/posts/post-writes.ts';
import { findById, findBySlug } from '#server/repositories/posts/posts.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { type Post, post as postSchema } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import type { PostRevision } from '#shared/contract/posts/post-revisions.ts';
import { createPost, saveDraft } from '#shared/contract/posts/posts-admin.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ContentService } from '../content.ts';
import type { Events } from '../events/site-events.ts';
import type { Idempotency } from '../idempotency.ts';
import { isLongWrite, type LongWrites } from '../long-writes.ts';
import { letGoOfDone } from '../pending/let-go.ts';
import { checkedSlug } from './post-slugs.ts';
import { createPostWriter, type PostWriter, type PostWriterOptions } from './post-writer.ts';
import { createDraftStoring, type DraftFields } from './store-draft.ts';
import { requireWhole } from './whole-post.ts';

/** The owner's actions on posts. Errors are AppErrors; `post_conflict` carries the stored post. */
export interface PostAdminService {
  /** A post outside the bin, live or not. Throws `post_not_found`. */
  get(id: number): Promise<Post>;
  /**
   * Creates a post, once for each `key`. Throws `slug_taken`, `invalid_input`, `content_too_complex`,
   * `idempotency_mismatch`.
   */
  create(fields: BodyOf<typeof createPost>, key: string | undefined): Promise<Post>;
  /**
   * Changes the given fields, based on the version `edited`. Throws `post_not_found`, `post_conflict`, and as `create`
   * does.
   */
  update(id: number, changes: Partial<PostFields>, edited?: EditedVersion): Promise<Post>;
  /**
   * Saves an incomplete post, unpublished, once for each `key`. Throws as `update` does, and `idempotency_mismatch`.
   */
  saveDraft(draft: DraftFields, key: string | undefined): Promise<Post>;
  /** Moves a post into the bin. Throws `post_not_found`. */
  remove(id: number): Promise<void>;
  /** Takes a post out of the bin, unchanged. Throws `post_not_found`, `slug_taken`. */
  undelete(id: number): Promise<Post>;
  /** The versions before the current one, newest first. Throws `post_not_found`. */
  revisions(id: number, paging: Paging): Promise<Page<PostRevision>>;
  /**
   * Makes an earlier version the current one; the publication state of the post stays. Throws `post_not_found`,
   * `not_found`.
   */
  restore(id: number, revisionId: number): Promise<Post>;
}

interface PostAdminOptions {
  db: Executor;
  clock: Clock;
  content: ContentService;
  longWrites: LongWrites;
  idempotency: Idempotency;
  /** Called after every write to posts. */
  tellPosts: Events['tellPosts'];
}

export function createPostAdminService(options: PostAdminOptions): PostAdminService {
  const { db, clock, content, longWrites, idempotency, tellPosts } = options;

  /** Makes the writer that stores a post together with the key of its call. */
  const writerFor = (key: OnceKey | null, lengthBefore = 0): PostWriter =>
    createPostWriter({ db, clock, content, ...createPostStore({ longWrites, key, lengthBefore }) });

  const stored = async (id: number): Promise<Post> => {
    const post = await findById(db, id, { kind: 'all', now: clock.now() });
    if (!post || post.deletedAt) throw new AppError('post_not_found');
    return post;
  };
  const change = async (
    before: Post,
    changes: Partial<PostFields>,
    edited?: EditedVersion,
    once: OnceKey | null = null,
  ) => {
    requireWhole({ ...before, ...changes });
    const { post, outcome } = await writerFor(once, before.content.length).update(before.id, changes, edited);
    if (outcome === 'updated') {
      await letGoOfDone(db, post);
      await tellPosts();
    }
    if (outcome === 'unchanged' && once) await storeAnswer(db, once, async () => post, clock.now());
    return post;
  };
  const storeDraft = createDraftStoring({ db, clock, writerFor, stored, change, tellPosts });

  return {
    get: stored,
    create(fields, key) {
      return idempotency.once({
        call: createPost.name,
        alsoKeptAs: saveDraft.name,
        key,
        body: fields,
        parse: postSchema.parse,
        run: async (once) => {
          const post = await writerFor(once).create({ ...fields, slug: checkedSlug(fields.slug) });
          await tellPosts();
          return post;
        },
      });
    },
    async update(id, changes, edited) {
      const before = await stored(id);
      const isSlugNew = changes.slug !== undefined && changes.slug !== before.slug;
      return change(before, isSlugNew ? { ...changes, slug: checkedSlug(changes.slug ?? '') } : changes, edited);
    },
    saveDraft(draft, key) {
      return idempotency.once({
        // A post is created once, whichever of the two calls creates it.
        ...(draft.id === undefined ? { call: createPost.name, alsoKeptAs: saveDraft.name } : { call: saveDraft.name }),
        key,
        body: draft,
        parse: postSchema.parse,
        run: (once) => storeDraft(draft, once),
      });
    },
    async remove(id) {
      await softDeletePost(db, id, clock.now());
      await tellPosts();
    },
    async undelete(id) {
      await undelete(db, id, clock.now());
      await tellPosts();
      return stored(id);
    },
    async revisions(id, paging) {
      await stored(id);
      return listRevisions(db, id, paging);
    },
    async restore(id, revisionId) {
      const before = await stored(id);
      return change(before, await restoredFields(db, before, await getRevision(db, id, revisionId), clock.now()));
    },
  };
}

interface PostStoreOptions {
  longWrites: LongWrites;
  /** Stored with the post in the same transaction. */
  key: OnceKey | null;
  /** The number of characters of Markdown in the post before the change; 0 for a new one. */
  lengthBefore: number;
}

/**
 * The functions with which a post writer stores: a long text in the thread, any other here; with the key of its call if
 * there is one.
 */
function createPostStore(options: PostStoreOptions): Required<Pick<PostWriterOptions, 'insert' | 'replace'>> {
  const { longWrites, key, lengthBefore } = options;
  return {
    insert(ex, post, now, origin) {
      if (isLongWrite(post.content.length))
        return longWrites.run({ write: 'insertPost', values: [post, now, origin], once: key && { key, now } });
      return key
        ? storeAnswer(ex, key, (trx) => insertPost(trx, post, now, origin), now)
        : insertPost(ex, post, now, origin);
    },
    replace(ex, id, changes, at) {
      const { now } = at;
      if (isLongWrite(lengthBefore, changes.content?.length ?? 0))
        return longWrites.run({ write: 'updatePost', values: [id, changes, at], once: key && { key, now } });
      return key
        ? storeAnswer(ex, key, (trx) => updatePost(trx, id, changes, at), now)
        : updatePost(ex, id, changes, at);
    },
  };
}

type FullRevision = Awaited<ReturnType<typeof getRevision>>;

/**
 * The fields that restoring a revision changes: all stored fields except the publication state and date. A category or
 * author that no longer exists, and a slug that another post has now, are not restored.
 */
async function restoredFields(
  db: Executor,
  post: Post,
  revision: FullRevision,
  now: number,
): Promise<Partial<PostFields>> {
  const { published: _, publishedAt: __, categoryId, authorId, slug, ...fields } = revision.fields;
  const categories = await listCategories(db, now);
  const authors = await listAuthors(db);
  const holder = await findBySlug(db, slug, { kind: 'all', now });
  return {
    ...fields,
    ...(categories.some(({ id }) => id === categoryId) && { categoryId }),
    ...(authorId !== undefined && authors.some(({ id }) => id === authorId) && { authorId }),
    ...((holder === null || holder.id === post.id) && { slug }),
  };
}
