import { setImmediate as nextTurn } from 'node:timers/promises';
import { flushed } from '#server/db/flushed.ts';
import { type Executor, inTransaction } from '#server/db/transaction.ts';
import { softDeletePosts, undeletePosts } from '#server/repositories/posts/post-bin.ts';
import { changePosts } from '#server/repositories/posts/post-writes.ts';
import { textBytes } from '#server/repositories/posts/posts.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import type {
  changePosts as changePostsCall,
  ManyPostsChange,
  ManyPostsEvent,
} from '#shared/contract/posts/many-posts.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Events } from '../events/site-events.ts';
import { LARGEST_HERE, type LongWrites } from '../long-writes.ts';
import {
  type Failed,
  type Given,
  type Item,
  idsOf,
  type Outcome,
  type Plan,
  planSlice,
  refusalOf,
} from './plan-many-posts.ts';

/**
 * The largest amount of work of one transaction: the transaction waits for the disk only once, and the event loop gets
 * a turn after it. The bytes are those of posts whose tags change, because the search reads their texts.
 */
const MOST_AT_ONCE = { posts: 50, bytes: 40_000 };
type ManyPostsAnswer = AnswerOf<typeof changePostsCall>;
/** The outcomes of a few posts. */
export type ManyPostsPart = Extract<ManyPostsEvent, { event: 'part' }>['data'];

/** Applies the same change to many posts. */
export interface ManyPosts {
  /**
   * If a post cannot be changed, the reason is returned together with the outcomes of the others. `onPart` is called
   * after each few posts.
   */
  change(given: BodyOf<typeof changePostsCall>, onPart?: (part: ManyPostsPart) => void): Promise<ManyPostsAnswer>;
  /**
   * Stops the change with this key after the posts that are being changed. Throws AppError `not_found` when there is
   * none.
   */
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

  /** Changes the posts of a slice: the posts of one transaction, or a single post that a thread writes. */
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
          await flushed(db);
          onPart({ ids: idsOf(slice.items), ...answerOf(done) });
          // Other requests get their turn.
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
  /** Whether the slice is a single post whose text is so long that a thread writes it. */
  isLong: boolean;
}

/** The items in their order; no slice contains a post twice, because all its posts are read before any is changed. */
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

/** Posts with the same undo values are grouped together. */
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
