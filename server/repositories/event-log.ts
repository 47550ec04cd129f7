import { type Selectable, sql } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { PostEventsTable } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { PostEvent } from './posts/post-events.ts';

/**
 * The events after a place, in order: `limit` of them, and those that happened at the same moment as the last, so that
 * what one action has done to many posts stays together.
 */
export async function eventsAfter(ex: Executor, seq: number, limit: number): Promise<PostEvent[]> {
  const after = (place: number) => ex.selectFrom('post_events').selectAll().where('seq', '>', place).orderBy('seq');
  const rows = await after(seq).limit(limit).execute();
  const last = rows.at(-1);
  const rest = last && rows.length === limit ? await after(last.seq).where('at', '=', last.at).execute() : [];
  // When two actions have the same time, their events may alternate; the order of the events is kept.
  const contiguous = rest.filter((row, index) => row.seq === (last?.seq ?? 0) + index + 1);
  return [...rows, ...contiguous].map(toEvent);
}

/** The place of the newest event; 0 when there is none. */
export async function lastEvent(ex: Executor): Promise<number> {
  const row = await ex
    .selectFrom('post_events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/**
 * Makes the stored listeners the same as this list: a new listener begins with the events from now on, and the cursor
 * of a listener that no longer exists is deleted.
 */
export async function openCursors(ex: Executor, listeners: readonly string[]): Promise<void> {
  await atomically(ex, async (trx) => {
    await trx
      .deleteFrom('event_cursors')
      .$if(listeners.length > 0, (query) => query.where('listener', 'not in', [...listeners]))
      .execute();
    if (listeners.length === 0) return;
    const seq = await lastEvent(trx);
    await trx
      .insertInto('event_cursors')
      .values(listeners.map((listener) => ({ listener, seq })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** The place of the last event that a listener has processed. */
export async function getCursor(ex: Executor, listener: string): Promise<number> {
  const { seq } = await ex
    .selectFrom('event_cursors')
    .where('listener', '=', listener)
    .select('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

export async function moveCursor(ex: Executor, listener: string, seq: number): Promise<void> {
  await ex.updateTable('event_cursors').set({ seq }).where('listener', '=', listener).execute();
}

/** Deletes the events from before `time` (milliseconds since 1970) that every listener has processed. */
export async function forgetEvents(ex: Executor, time: number): Promise<void> {
  const reached = sql<number>`(select coalesce(min(seq), 9e18) from event_cursors)`;
  await ex.deleteFrom('post_events').where('at', '<', isoTime(time)).where('seq', '<=', reached).execute();
}

function toEvent(row: Selectable<PostEventsTable>): PostEvent {
  return {
    seq: row.seq,
    id: row.id,
    type: row.type,
    cause: row.cause,
    postId: row.post_id,
    oldSlug: row.old_slug,
    slug: row.slug,
    isLive: row.is_live === 1,
    isFirst: row.is_first === 1,
    at: row.at,
    lists: row.lists === null ? null : JSON.parse(row.lists),
  };
}
