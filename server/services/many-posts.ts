import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Executor, inTransaction, wholeOrNot } from '#server/db/transaction.ts';
import { wholePosts } from '#server/repositories/posts/post-rows.ts';
import { changePost, softDeletePost, undelete } from '#server/repositories/posts/post-writes.ts';
import { findById, longPosts, type PostScope } from '#server/repositories/posts/posts.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { changePosts, ManyPostsChange, Post, PostFields } from '#shared/contract/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Events } from './events/site-events.ts';
import { LARGEST_HERE, type LongWrites } from './long-writes.ts';
import { changedFields } from './post-changes.ts';
import { requireWhole } from './whole-post.ts';

/** Posts that one transaction changes: the disk is waited for once for all of them, and the event loop turns after them. */
const AT_ONCE = 10;
/** Tags a post may have. */
const MOST_TAGS = 50;

type Given = ManyPostsChange['set'];
type ManyPostsAnswer = AnswerOf<typeof changePosts>;

interface Item {
  id: number;
  version?: number | undefined;
  set: Given;
}

/** What became of one post: `undo` is null where it was as it should be. */
type Outcome =
  | { kind: 'changed'; id: number; version: number; undo: Given | null }
  | { kind: 'failed'; id: number; title: string; message: string };

interface ManyPostsOptions {
  db: Executor;
  clock: Clock;
  longWrites: LongWrites;
  /** Called once for the whole action. */
  tellPosts: Events['tellPosts'];
}

/** Does the same to many posts; what refuses one of them is told beside what became of the others. */
export function createManyPosts({ db, clock, longWrites, tellPosts }: ManyPostsOptions) {
  return async (changes: readonly ManyPostsChange[]): Promise<ManyPostsAnswer> => {
    const items = changes.flatMap(({ posts, set }) => posts.map((post): Item => ({ ...post, set })));
    const long = new Set(
      await longPosts(
        db,
        items.map(({ id }) => id),
        LARGEST_HERE,
      ),
    );
    const now = clock.now();
    const outcomes: Outcome[] = [];
    try {
      for (const slice of slicesOf(items.filter(({ id }) => !long.has(id)))) {
        outcomes.push(...(await inTransaction(db, (trx) => changeSlice(trx, slice, now))));
        // Others get their turn.
        await nextTurn();
      }
      const write: Write = (_, { id }, fields, at) =>
        longWrites.run({ write: 'updatePost', values: [id, fields, at], once: null });
      for (const item of items.filter(({ id }) => long.has(id))) {
        const before = await findById(db, item.id, { kind: 'all', now });
        outcomes.push(await changeOne(db, { ...item, before }, now, write));
      }
    } finally {
      await tellPosts();
    }
    return answerOf(outcomes);
  };
}

type Write = (...values: Parameters<typeof changePost>) => Promise<unknown>;

/** Changes the posts of one transaction, which are read together: a read of each costs as much as its change. */
async function changeSlice(trx: Executor, slice: readonly Item[], now: number): Promise<Outcome[]> {
  const scope: PostScope = { kind: 'all', now };
  const ids = slice.map(({ id }) => id);
  const read = new Map((await wholePosts(trx, ids, scope)).map((post) => [post.id, post]));
  const outcomes: Outcome[] = [];
  for (const item of slice) {
    // One that is named twice has been changed since.
    const before = read.get(item.id) ?? (await findById(trx, item.id, scope));
    read.delete(item.id);
    outcomes.push(await changeOne(trx, { ...item, before }, now));
  }
  return outcomes;
}

/**
 * Changes one post, in the order in which each step is possible: out of the bin, its fields, into the bin. One that is
 * refused leaves nothing behind in the transaction of the others.
 */
async function changeOne(
  ex: Executor,
  { before, id, version, set }: Item & { before: Post | null },
  now: number,
  write: Write = changePost,
): Promise<Outcome> {
  try {
    if (!before) throw new AppError('post_not_found');
    const { deleted, addTags = [], removeTags = [], ...given } = set;
    const isBinned = before.deletedAt !== null;
    const tags = tagsWith(before.tags, addTags, removeTags);
    const { content: _, ...fields } = changedFields(before, { ...given, tags }, now);
    const isChanged = Object.keys(fields).length > 0;
    if (isChanged) {
      if (isBinned && deleted !== false) throw new AppError('post_not_found');
      if (tags.length > MOST_TAGS) throw new AppError('invalid_input', { message: 'At most 50 tags, please.' });
      requireWhole({ ...before, ...fields });
    }
    if (version !== undefined && version !== before.version) throw new AppError('post_conflict', { current: before });
    await wholeOrNot(ex, async () => {
      if (isBinned && deleted === false) await undelete(ex, id, now);
      if (isChanged) await write(ex, before, fields, { now, cause: 'bulk' });
      if (!isBinned && deleted === true) await softDeletePost(ex, id, now, 'bulk');
    });
    const isMoved = deleted !== undefined && deleted !== isBinned;
    const undo = isChanged || isMoved ? { ...former(before, fields), ...(isMoved && { deleted: isBinned }) } : null;
    return { kind: 'changed', id, version: before.version + Number(isChanged), undo };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'failed', id, title: before?.title ?? '', message: error.message };
  }
}

/** What gives a post the fields it had. */
function former(before: Post, fields: Partial<Omit<PostFields, 'content'>>): Given {
  const undo: Given = {};
  if (fields.published !== undefined) undo.published = before.published;
  if (fields.featured !== undefined) undo.featured = before.featured;
  if (fields.categoryId !== undefined) undo.categoryId = before.category.id;
  if (fields.authorId !== undefined) undo.authorId = before.author.id;
  if (fields.tags) {
    const [had, has] = [slugsOf(before.tags), slugsOf(fields.tags)];
    undo.addTags = before.tags.filter((name) => !has.has(tagSlug(name)));
    undo.removeTags = fields.tags.filter((name) => !had.has(tagSlug(name)));
  }
  return undo;
}

const slugsOf = (tags: readonly string[]) => new Set(tags.map(tagSlug));

function tagsWith(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const [gone, there] = [slugsOf(removed), slugsOf(tags)];
  return [...tags, ...added.filter((name) => !there.has(tagSlug(name)))].filter((name) => !gone.has(tagSlug(name)));
}

function* slicesOf(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += AT_ONCE) yield items.slice(start, start + AT_ONCE);
}

/** Posts that get the same back are named together. */
function answerOf(outcomes: readonly Outcome[]): ManyPostsAnswer {
  const failed: ManyPostsAnswer['failed'] = [];
  const undo = new Map<string, ManyPostsChange>();
  let changed = 0;
  for (const outcome of outcomes) {
    if (outcome.kind === 'failed') {
      const { id, title, message } = outcome;
      failed.push({ id, title, message });
    } else if (outcome.undo !== null) {
      const { id, version, undo: set } = outcome;
      changed += 1;
      const key = JSON.stringify(set);
      const group = undo.get(key) ?? { posts: [], set };
      group.posts.push({ id, version });
      undo.set(key, group);
    }
  }
  return { changed, failed, undo: [...undo.values()] };
}
