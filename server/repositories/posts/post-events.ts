import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { isLive, isoTime } from '#server/db/live.ts';
import type { PostEventsTable } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { inChunks } from '../in-chunks.ts';
import { valuesOf } from '../values-of.ts';
import { changedLists, type Filing, isMoved, type LiveList, listsBeside } from './live-lists.ts';
import { noteDuePost, notePost } from './note-post.ts';

/**
 * The cause of an event: a save by the owner, the time of a post or of pending changes that has come, an action on many
 * posts, a post taken out of the bin, an import, a restored backup.
 */
export type EventCause = Selectable<PostEventsTable>['cause'];

/** An event of a post, recorded in the transaction in which it happened. */
export interface PostEvent {
  /**
   * The event's place in the order of events. Another database may give the same number to another event: events are
   * told apart by `id`.
   */
  seq: number;
  /** A UUID. */
  id: string;
  /**
   * `written`: the post was saved. `went-live`: readers see the post from now on. `taken-down`: readers no longer see
   * it. `gone`: the post is in the bin; a live post was taken down before. For one post, `went-live` and `taken-down`
   * alternate.
   */
  type: Selectable<PostEventsTable>['type'];
  cause: EventCause;
  postId: number;
  /** The post's slug before; null for a new post. */
  oldSlug: string | null;
  slug: string;
  /** Whether readers see the post afterwards. */
  isLive: boolean;
  /** For `went-live`: whether the post was never live before. */
  isFirst: boolean;
  /** ISO 8601, UTC. */
  at: string;
  /**
   * The lists of live posts whose posts, or the order of them, have changed with the write; all events of one write
   * name the same lists. Null when the lists are not known: any list may have changed.
   */
  lists: readonly LiveList[] | null;
}

/** The cause and the time of a write, `at` in milliseconds since 1970. */
export interface WriteOrigin {
  cause: EventCause;
  at: number;
  /** The post is one of many, and the caller records the action as a whole. */
  isOneOfMany?: boolean;
}

/** The facts about a post that are needed to record its events. */
interface PostState {
  filing: Filing;
  title: string;
  slug: string;
  isDeleted: boolean;
  /**
   * The publication date of a post that is published and not in the bin; null when the post will not go live by itself.
   */
  liveFrom: string | null;
  /** Whether the post is live according to the events so far. */
  isLive: boolean;
  hasBeenLive: boolean;
}

/** The states of posts before a write, by id, for {@link recordPostWrites}; ids without a post are left out. */
export async function findPostStates(ex: Executor, ids: readonly number[]): Promise<Map<number, PostState>> {
  const rows = await ex
    .selectFrom('blog_posts as p')
    .leftJoin('post_liveness as l', 'l.post_id', 'p.id')
    .where('p.id', 'in', valuesOf(ids))
    .select([
      'p.id',
      'p.title',
      'p.slug',
      'p.category_id',
      'p.author_id',
      'p.featured',
      'p.series_name',
      'p.series_number',
      'p.published',
      'p.published_at',
      'p.deleted_at',
      'l.is_live',
      'l.has_been_live',
      sql<string>`(select json_group_array(tag_id) from post_tags where post_id = p.id)`.as('tag_ids'),
    ])
    .execute();
  return new Map(
    rows.map((row) => {
      const isDeleted = row.deleted_at !== null;
      const state: PostState = {
        filing: {
          categoryId: row.category_id,
          authorId: row.author_id,
          tagIds: JSON.parse(row.tag_ids),
          isFeatured: row.featured === 1,
          publishedAt: row.published_at,
          seriesName: row.series_name,
          seriesNumber: row.series_number,
        },
        title: row.title,
        slug: row.slug,
        isDeleted,
        liveFrom: row.published === 1 && !isDeleted ? row.published_at : null,
        isLive: row.is_live === 1,
        hasBeenLive: row.has_been_live === 1,
      };
      return [row.id, state];
    }),
  );
}

/**
 * Records the events of a write, in the write's own transaction. `before` has the former state of each post, null for a
 * new one. Every write that affects who sees a post must call this function.
 */
export async function recordPostWrites(
  ex: Executor,
  before: ReadonlyMap<number, PostState | null>,
  origin: WriteOrigin,
): Promise<void> {
  const states = await findPostStates(ex, [...before.keys()]);
  const written = [...before].map(([id, old]) => {
    const after = states.get(id);
    if (!after) throw new Error(`Post ${id} was written but cannot be found`);
    return { id, old, after, ...happened(old, after, origin) };
  });
  const seen = written.map(({ id, old, after, events, wasLive, isLive: live }) => ({
    ...{ id, events },
    ...{ before: wasLive ? old : null, after: live ? after : null },
  }));
  const lists = await listsChangedBy(ex, seen, origin.at);
  await insertEvents(
    ex,
    written.flatMap(({ id, events }) => events.map((event) => ({ ...event, post_id: id }))),
    lists,
  );
  const liveness = written.map(({ id, after, isLive: live, hasBeenLive }) => ({
    post_id: id,
    is_live: flag(live),
    has_been_live: flag(hasBeenLive),
    due_at: live ? null : after.liveFrom,
  }));
  for (const rows of inChunks(liveness)) {
    await ex
      .insertInto('post_liveness')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.column('post_id').doUpdateSet(({ ref }) => ({
          is_live: ref('excluded.is_live'),
          has_been_live: ref('excluded.has_been_live'),
          due_at: ref('excluded.due_at'),
        })),
      )
      .execute();
  }
  for (const { id, old, after, events } of written)
    await notePost(ex, { id, title: after.title, isNew: old === null, events }, origin);
}

type NewEvent = Omit<Selectable<PostEventsTable>, 'seq' | 'id' | 'lists'>;
type HappenedEvent = Omit<NewEvent, 'post_id'>;

interface Seen {
  id: number;
  /** The post as readers saw it before and see it after; null when they do not see it. */
  before: PostState | null;
  after: PostState | null;
  events: readonly HappenedEvent[];
}

/** The lists of live posts that the writes of one transaction have changed, by the posts' ids. */
async function listsChangedBy(ex: Executor, seen: readonly Seen[], at: number): Promise<Map<number, LiveList[]>> {
  const changes = seen.map(({ id, before, after, events }) => {
    const [old, now] = [before?.filing ?? null, after?.filing ?? null];
    // A post whose time has come has been in its lists since then, but no event has said so yet.
    const isNews = events.some(({ type }) => type === 'went-live' || type === 'taken-down');
    const lists = isNews ? [...changedLists(old, null), ...changedLists(null, now)] : changedLists(old, now);
    return { id, lists, isPlaced: now !== null && (isNews || isMoved(old, now)) };
  });
  const placed = changes.filter(({ isPlaced }) => isPlaced).map(({ id }) => id);
  const beside = await listsBeside(ex, placed, at);
  return new Map(changes.map(({ id, lists }) => [id, [...new Set([...lists, ...(beside.get(id) ?? [])])]]));
}

/** What a write means for readers: its events in order, and whether the post is live according to them. */
function happened(
  before: PostState | null,
  after: Pick<PostState, 'slug' | 'isDeleted' | 'liveFrom'>,
  { cause, at }: WriteOrigin,
): { events: HappenedEvent[]; wasLive: boolean; isLive: boolean; hasBeenLive: boolean } {
  const now = isoTime(at);
  const events: HappenedEvent[] = [];
  let isLiveNow = before?.isLive ?? false;
  let hasBeenLive = before?.hasBeenLive ?? false;
  const tell = (type: HappenedEvent['type'], event: Partial<HappenedEvent> = {}) => {
    events.push({
      type,
      cause,
      old_slug: before?.slug ?? null,
      slug: after.slug,
      is_live: flag(isLiveNow),
      is_first: 0,
      at: now,
      ...event,
    });
  };
  const goLive = (event: Partial<HappenedEvent> = {}) => {
    isLiveNow = true;
    tell('went-live', { is_first: flag(!hasBeenLive), ...event });
    hasBeenLive = true;
  };
  // The post's time had come, and this write is the first to notice.
  if (before && !isLiveNow && isReached(before.liveFrom, now)) goLive({ cause: 'schedule', slug: before.slug });
  const wasLive = isLiveNow;
  // A clock that is set back takes no live post down: only a later publication date does.
  const isKept = isLiveNow && after.liveFrom !== null && after.liveFrom <= (before?.liveFrom ?? now);
  const willBeLive = isReached(after.liveFrom, now) || isKept;
  if (!after.isDeleted) tell('written', { is_live: flag(willBeLive) });
  if (willBeLive && !isLiveNow) goLive();
  if (!willBeLive && isLiveNow) {
    isLiveNow = false;
    tell('taken-down');
  }
  if (after.isDeleted && !before?.isDeleted) tell('gone');
  return { events, wasLive, isLive: isLiveNow, hasBeenLive };
}

const isReached = (time: string | null, now: string) => time !== null && time <= now;

/** The number of posts whose going live is recorded in one transaction. */
const CHUNK_SIZE = 500;
/**
 * When more posts than this go live at once, their lists are not named: that would block the server, and few pages
 * would stay unchanged.
 */
const MOST_NAMED = 50;

/**
 * Records that posts have gone live because their time has come (`restore`: it had come before this database was put in
 * place). Returns how many. `now` in milliseconds since 1970.
 */
export async function recordDuePosts(
  ex: Executor,
  now: number,
  cause: 'schedule' | 'restore' = 'schedule',
): Promise<number> {
  let recorded = 0;
  for (;;) {
    // Checked first: when nothing is due, no write lock is needed.
    const next = await nextDuePost(ex);
    if (next === null || Date.parse(next) > now) return recorded;
    recorded += await atomically(ex, (trx) => recordDueSlice(trx, now, cause));
  }
}

async function recordDueSlice(ex: Executor, now: number, cause: EventCause): Promise<number> {
  const due = await ex
    .selectFrom('post_liveness as l')
    .innerJoin('blog_posts as p', 'p.id', 'l.post_id')
    .where('l.due_at', '<=', isoTime(now))
    .orderBy('l.due_at')
    .limit(CHUNK_SIZE)
    .select(['p.id', 'p.title', 'p.slug', 'l.has_been_live', isLive(now).as('is_live')])
    .execute();
  const ids = due.map(({ id }) => id);
  await ex.updateTable('post_liveness').set({ due_at: null }).where('post_id', 'in', valuesOf(ids)).execute();
  // All of them, unless something other than this program has changed the posts.
  const live = due.filter((post) => post.is_live);
  const events = live.map(
    ({ id, slug, has_been_live }): NewEvent => ({
      type: 'went-live',
      cause,
      post_id: id,
      old_slug: slug,
      slug,
      is_live: 1,
      is_first: flag(has_been_live === 0),
      at: isoTime(now),
    }),
  );
  const liveIds = live.map(({ id }) => id);
  await insertEvents(ex, events, events.length > MOST_NAMED ? null : await listsOfDue(ex, events, now));
  await ex
    .updateTable('post_liveness')
    .set({ is_live: 1, has_been_live: 1 })
    .where('post_id', 'in', valuesOf(liveIds))
    .execute();
  if (cause === 'schedule') for (const post of live) await noteDuePost(ex, post, now);
  return live.length;
}

async function listsOfDue(ex: Executor, events: readonly NewEvent[], now: number): Promise<Map<number, LiveList[]>> {
  const states = await findPostStates(
    ex,
    events.map((event) => event.post_id),
  );
  const seen = events.map((event) => ({
    ...{ id: event.post_id, events: [event] },
    ...{ before: null, after: states.get(event.post_id) ?? null },
  }));
  return listsChangedBy(ex, seen, now);
}

/**
 * The time at which the next post goes live by itself, as ISO 8601; a time in the past has not been noticed yet. Null
 * for never.
 */
export async function nextDuePost(ex: Executor): Promise<string | null> {
  const row = await ex
    .selectFrom('post_liveness')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .select('due_at')
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** `lists` by the posts' ids; null when it is not known which lists have changed. */
async function insertEvents(
  ex: Executor,
  events: readonly NewEvent[],
  lists: ReadonlyMap<number, readonly LiveList[]> | null,
): Promise<void> {
  for (const slice of inChunks(events)) {
    const rows = slice.map((event) => ({
      ...event,
      id: randomUUID(),
      lists: lists && JSON.stringify(lists.get(event.post_id) ?? []),
    }));
    await ex.insertInto('post_events').values(rows).execute();
  }
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);
