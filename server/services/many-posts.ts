import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { wholePosts } from '#server/repositories/posts/post-rows.ts';
import { changePosts, requireFiling, softDeletePosts, undeletePosts } from '#server/repositories/posts/post-writes.ts';
import { takenSlugs, textBytes } from '#server/repositories/posts/posts.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import type {
  changePosts as changePostsCall,
  ManyPostsChange,
  ManyPostsEvent,
  Post,
  PostFields,
} from '#shared/contract/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Events } from './events/site-events.ts';
import { LARGEST_HERE, type LongWrites } from './long-writes.ts';
import { changedFields } from './post-changes.ts';
import { requireWhole } from './whole-post.ts';

/**
 * What one transaction changes: the disk is waited for once for all of it, and the event loop turns after it. The bytes are
 * those of posts whose tags are to be others: the search reads them all.
 */
const MOST_AT_ONCE = { posts: 50, bytes: 40_000 };
/** Tags a post may have. */
const MOST_TAGS = 50;
const IN_BIN = 'It lies in the bin. Take it out first.';

type Given = ManyPostsChange['set'];
type ManyPostsAnswer = AnswerOf<typeof changePostsCall>;
type Failed = ManyPostsAnswer['failed'][number];
/** What became of a few posts. */
export type ManyPostsPart = Extract<ManyPostsEvent, { event: 'part' }>['data'];

interface Item {
  id: number;
  version?: number | undefined;
  set: Given;
}

/** What is done to a post, in the order in which each is possible: out of the bin, its fields, into the bin. */
interface Plan {
  before: Post;
  fields: Omit<Partial<PostFields>, 'content'>;
  isChanged: boolean;
  move: 'into' | 'out' | null;
}

/** What became of one post: `undo` is null where it was as it should be. */
type Outcome = { id: number; version: number; undo: Given | null } | Failed;

/** Does the same to many posts. */
export interface ManyPosts {
  /**
   * What refuses one of the posts is told beside what became of the others. `onPart` hears of each few when they are done.
   */
  change(given: BodyOf<typeof changePostsCall>, onPart?: (part: ManyPostsPart) => void): Promise<ManyPostsAnswer>;
  /** Ends the change of this key after the posts it is at. Throws AppError `not_found` where there is none. */
  stop(key: string): void;
}

interface ManyPostsOptions {
  db: Executor;
  clock: Clock;
  longWrites: LongWrites;
  /** Called once for the whole action. */
  tellPosts: Events['tellPosts'];
}

export function createManyPosts({ db, clock, longWrites, tellPosts }: ManyPostsOptions): ManyPosts {
  const running = new Map<string, { isStopped: boolean }>();

  /** Changes the posts of a slice: those of a transaction, or one that a thread writes. */
  const changeSlice = async (slice: Slice, now: number): Promise<Outcome[]> => {
    if (!slice.isLong) {
      return inTransaction(db, async (trx) => {
        const { plans, outcomes } = await planSlice(trx, slice.items, now);
        await carryOut(trx, plans, now);
        return outcomes;
      });
    }
    const { plans, outcomes } = await planSlice(db, slice.items, now);
    try {
      await carryOut(db, plans, now, async (posts, options) => {
        for (const { before, changes } of posts) {
          const edited = { version: before.version };
          await longWrites.run({
            ...{ write: 'updatePost', once: null },
            values: [before.id, changes, { ...options, edited }],
          });
        }
      });
      return outcomes;
    } catch (error) {
      return plans.map(({ before }) => refusalOf(before, error));
    }
  };

  return {
    async change({ changes, key }, onPart = () => undefined) {
      const run = { isStopped: false };
      if (key !== undefined) running.set(key, run);
      const outcomes: Outcome[] = [];
      try {
        const now = clock.now();
        const items = changes.flatMap(({ posts, set }) => posts.map((post): Item => ({ ...post, set })));
        for (const slice of slicesOf(items, await textBytes(db, idsOf(items)))) {
          if (run.isStopped) return { ...answerOf(outcomes), isStopped: true };
          const done = await changeSlice(slice, now);
          outcomes.push(...done);
          onPart({ ids: idsOf(slice.items), ...answerOf(done) });
          // Others get their turn.
          await nextTurn();
        }
        return { ...answerOf(outcomes), isStopped: false };
      } finally {
        if (key !== undefined) running.delete(key);
        await tellPosts();
      }
    },
    stop(key) {
      const run = running.get(key);
      if (!run) throw new AppError('not_found');
      run.isStopped = true;
    },
  };
}

interface Slice {
  items: readonly Item[];
  /** It is one post, whose text is so long that a thread writes it. */
  isLong: boolean;
}

/** The items in their order; none names a post twice, since posts are read before any of a slice is changed. */
function* slicesOf(items: readonly Item[], bytes: ReadonlyMap<number, number>): Generator<Slice> {
  let slice: Item[] = [];
  let size = 0;
  for (const item of items) {
    const text = bytes.get(item.id) ?? 0;
    const isLong = text > LARGEST_HERE;
    const own = mayChangeTags(item.set) ? text : 0;
    const isFull = slice.length === MOST_AT_ONCE.posts || size + own > MOST_AT_ONCE.bytes;
    if (slice.length > 0 && (isLong || isFull || slice.some(({ id }) => id === item.id))) {
      yield { items: slice, isLong: false };
      slice = [];
      size = 0;
    }
    if (isLong) yield { items: [item], isLong };
    else {
      slice.push(item);
      size += own;
    }
  }
  if (slice.length > 0) yield { items: slice, isLong: false };
}

const mayChangeTags = ({ tags, addTags, removeTags }: Given) => Boolean(tags ?? addTags ?? removeTags);

/** What is to be done to the posts of a slice, and what becomes of each when that is done. */
async function planSlice(
  ex: Executor,
  items: readonly Item[],
  now: number,
): Promise<{ plans: Plan[]; outcomes: Outcome[] }> {
  const read = new Map((await wholePosts(ex, idsOf(items), { kind: 'all', now })).map((post) => [post.id, post]));
  const faults = new Map<Given, AppError | null>();
  for (const set of new Set(items.map((item) => item.set))) faults.set(set, await filingFault(ex, set));
  const taken = await takenSlugs(
    ex,
    items.flatMap(({ id, set }) => (set.deleted === false ? (read.get(id)?.slug ?? []) : [])),
  );
  const plans: Plan[] = [];
  const outcomes = items.map((item): Outcome => {
    const { id, set } = item;
    const before = read.get(id) ?? null;
    try {
      const plan = planOf(item, before, now);
      const { isChanged, move, fields } = plan;
      const fault = isChanged ? faults.get(set) : null;
      if (fault) throw fault;
      if (move === 'out' && taken.has(plan.before.slug)) throw new AppError('slug_taken');
      if (move === 'out') taken.add(plan.before.slug);
      plans.push(plan);
      const undo = { ...former(plan.before, fields), ...(move && { deleted: move === 'out' }) };
      return { id, version: plan.before.version + Number(isChanged), undo: isChanged || move ? undo : null };
    } catch (error) {
      return refusalOf(before ?? { id, title: '' }, error);
    }
  });
  return { plans, outcomes };
}

/** Throws what is no refusal. */
function refusalOf({ id, title }: Pick<Post, 'id' | 'title'>, error: unknown): Failed {
  if (!(error instanceof AppError)) throw error;
  return { id, title, message: error.issues?.[0]?.message ?? error.message };
}

async function filingFault(ex: Executor, set: Given): Promise<AppError | null> {
  try {
    await requireFiling(ex, set);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Throws AppError with what refuses the post. */
function planOf({ version, set }: Item, before: Post | null, now: number): Plan {
  if (!before) throw new AppError('post_not_found');
  if (version !== undefined && version !== before.version) throw new AppError('post_conflict', { current: before });
  const isBinned = before.deletedAt !== null;
  const move = set.deleted === undefined || set.deleted === isBinned ? null : set.deleted ? 'into' : 'out';
  const fields = wantedFields(before, set, now);
  const isChanged = Object.keys(fields).length > 0;
  if (isChanged) {
    if (isBinned && move !== 'out') throw new AppError('post_not_found', { message: IN_BIN });
    if ((fields.tags ?? []).length > MOST_TAGS)
      throw new AppError('invalid_input', { message: 'At most 50 tags, please.' });
    requireWhole({ ...before, ...fields });
  }
  return { before, fields, isChanged, move };
}

/** What the post is to say that it does not say. */
function wantedFields(before: Post, set: Given, now: number): Plan['fields'] {
  const { deleted: _, tags = before.tags, addTags = [], removeTags = [], publishedAt, ...given } = set;
  const wanted = { ...given, tags: tagsWith(tags, addTags, removeTags) };
  const { content: __, ...fields } = changedFields(before, wanted, now);
  if (publishedAt === undefined || timeOf(publishedAt) === timeOf(before.publishedAt)) return fields;
  const isKept = publishedAt === null && (fields.published ?? before.published);
  return isKept ? fields : { ...fields, publishedAt };
}

const timeOf = (date: string | null) => (date === null ? null : Date.parse(date));

type Change = (
  posts: readonly { before: Post; changes: Plan['fields'] }[],
  options: Parameters<typeof changePosts>[2],
) => Promise<void>;

async function carryOut(
  ex: Executor,
  plans: readonly Plan[],
  now: number,
  change: Change = (posts, options) => changePosts(ex, posts, options),
): Promise<void> {
  const moved = (move: Plan['move']) => plans.filter((plan) => plan.move === move).map(({ before }) => before.id);
  await undeletePosts(ex, moved('out'), { now, isOneOfMany: true });
  const changed = plans.filter(({ isChanged }) => isChanged);
  await change(
    changed.map(({ before, fields }) => ({ before, changes: fields })),
    { now, cause: 'bulk', takesDates: true },
  );
  await softDeletePosts(ex, moved('into'), { now, cause: 'bulk' });
}

/** What gives a post the fields it had. */
function former(before: Post, fields: Plan['fields']): Given {
  const undo: Given = {};
  if (fields.published !== undefined) undo.published = before.published;
  // A post that is published without a date is given one.
  const isDated = fields.publishedAt !== undefined || (fields.published && before.publishedAt === null);
  if (isDated) undo.publishedAt = before.publishedAt;
  if (fields.featured !== undefined) undo.featured = before.featured;
  if (fields.categoryId !== undefined) undo.categoryId = before.category.id;
  if (fields.authorId !== undefined) undo.authorId = before.author.id;
  if (fields.tags) {
    const had = slugsOf(before.tags);
    const isLonger = before.tags.every((name, place) => tagSlug(name) === tagSlug(fields.tags?.[place] ?? ''));
    // Posts that were given the same tags are put back by the same words.
    if (isLonger) undo.removeTags = fields.tags.filter((name) => !had.has(tagSlug(name)));
    else undo.tags = before.tags;
  }
  return undo;
}

const slugsOf = (tags: readonly string[]) => new Set(tags.map(tagSlug));

function tagsWith(tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const [gone, there] = [slugsOf(removed), slugsOf(tags)];
  return [...tags, ...added.filter((name) => !there.has(tagSlug(name)))].filter((name) => !gone.has(tagSlug(name)));
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id);

/** Posts that get the same back are named together. */
function answerOf(outcomes: readonly Outcome[]): Pick<ManyPostsAnswer, 'changed' | 'failed' | 'undo'> {
  const failed: Failed[] = [];
  const undo = new Map<string, ManyPostsChange>();
  let changed = 0;
  for (const outcome of outcomes) {
    if ('message' in outcome) failed.push(outcome);
    else if (outcome.undo !== null) {
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
