import { deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { changeOrigin } from '#server/change-origin.ts';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { foldText } from '#shared/content/search/search-words.ts';
import type { HistoryAction, HistoryKind, historyLosses } from '#shared/contract/history.ts';
import { inChunks } from '../in-chunks.ts';
import { noteInAudit } from './audit.ts';
import type { StateOf } from './states.ts';

/** The most bytes of JSON that are stored of one thing. */
const LARGEST_STATE = 1024 * 1024;
/** The number of characters of a name that are stored. */
const LONGEST_NAME = 300;

/** A change as it is recorded in History. */
export type HistoryChange = {
  [Kind in HistoryKind]: {
    kind: Kind;
    action: HistoryAction;
    /** The id of the thing that is changed; for a picture, its file name. */
    subject: string | number;
    /** The name of that thing before the change. */
    name: string;
    /** Where the former state is stored, when History does not store it itself. */
    ref?: string | number;
    /** The former state of that thing. */
    state?: StateOf<Kind>;
  };
}[HistoryKind];

/**
 * Records that something was deleted, replaced or restored, and the state that brings it back; call it in the
 * transaction of the change. Returns the entry's id. `now` in milliseconds since 1970.
 */
export async function keepInHistory(ex: Executor, change: HistoryChange, now: number): Promise<number> {
  const { state } = change;
  const json = state === undefined ? null : Buffer.from(JSON.stringify(state));
  const isTooLarge = json !== null && json.length > LARGEST_STATE;
  const row = rowOf(change, now, isTooLarge ? TOO_LARGE : '');
  const { id } = await ex.insertInto('history').values(row).returning('id').executeTakeFirstOrThrow();
  await noteInAuditToo(ex, { ...change, name: row.name }, now);
  if (json !== null && !isTooLarge) {
    await ex
      .insertInto('history_states')
      .values({ history_id: id, state: deflateRawSync(json) })
      .execute();
  }
  return id;
}

/** Does what {@link keepInHistory} does for posts, whose former states are stored elsewhere. Returns nothing. */
export async function keepPostsInHistory(
  ex: Executor,
  action: HistoryAction,
  posts: readonly Pick<HistoryChange, 'subject' | 'name' | 'ref'>[],
  now: number,
): Promise<void> {
  for (const slice of inChunks(posts)) {
    const rows = slice.map((post) => rowOf({ kind: 'post', action, ...post }, now));
    await ex.insertInto('history').values(rows).execute();
  }
}

function rowOf({ kind, action, subject, name, ref }: Omit<HistoryChange, 'state'>, now: number, lost: Loss | '' = '') {
  const origin = changeOrigin();
  const shown = name.toWellFormed().slice(0, LONGEST_NAME);
  return {
    ...{ at: isoTime(now), kind, action, subject: String(subject), name: shown, folded: foldText(shown) },
    ...{ origin: origin.kind, device: origin.device, ref: ref === undefined ? null : String(ref), lost },
  };
}

/**
 * The log has other events for posts (what becomes of a post for readers), none for documents, and one for a whole
 * import.
 */
async function noteInAuditToo(
  ex: Executor,
  { kind, action, subject, name }: HistoryChange,
  now: number,
): Promise<void> {
  if (kind === 'post' || kind === 'draft' || kind === 'run' || changeOrigin().kind === 'import') return;
  const done = { deleted: 'deleted', replaced: 'changed', restored: 'restored' } as const;
  const event = kind === 'settings' ? 'settings_changed' : (`${kind}_${done[action]}` as const);
  await noteInAudit(ex, { event, subject, name }, now);
}

type Loss = (typeof historyLosses)[number];
const TOO_LARGE: Loss = 'too-large';
const FOR_GOOD: Loss = 'for-good';

/** Records that something was deleted permanently: none of its former states can be restored. */
export async function loseFromHistory(ex: Executor, kind: HistoryKind, subject: string | number): Promise<void> {
  await ex
    .updateTable('history')
    .set({ lost: FOR_GOOD })
    .where('kind', '=', kind)
    .where('subject', '=', String(subject))
    .execute();
}

/** Stores with an entry which posts a category or an author has now. */
export async function keepPostsOf(
  ex: Executor,
  entry: number,
  column: 'category_id' | 'author_id',
  id: number,
): Promise<void> {
  await sql`insert into history_posts (history_id, post_id)
    select ${entry}, id from blog_posts where ${sql.ref(column)} = ${id}`.execute(ex);
}

/**
 * Stores with an entry which posts have a tag, its place among their tags, and whether they also have the tag `target`.
 */
export async function keepTaggedPosts(ex: Executor, entry: number, tag: number, target: number | null): Promise<void> {
  await sql`insert into history_posts (history_id, post_id, position, had_target)
    select ${entry}, t.post_id, t.position,
      exists (select 1 from post_tags o where o.post_id = t.post_id and o.tag_id = ${target})
    from post_tags t where t.tag_id = ${tag}`.execute(ex);
}
