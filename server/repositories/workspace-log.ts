import { randomUUID } from 'node:crypto';
import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { inChunks } from './in-chunks.ts';
import { valuesOf } from './values-of.ts';

// The log of the workspace: every update and tombstone at the place at which it came. `data` is a Yjs update, or for a
// tombstone the Yjs state vector of what its deleter had seen; a row without `data` only keeps its place.

/** A place in the log; `id` is its unique name: another log may hold the same update at the same `seq`. */
export interface LogPlace {
  seq: number;
  id: string;
}

interface NewUpdate {
  id: string;
  documentId: string;
  type: 'update' | 'delete';
  data: Uint8Array | null;
}

export interface StoredUpdate {
  seq: number;
  id: string;
  documentId: string;
  kind: DocumentKind;
  type: 'update' | 'delete';
  createdAt: string;
  data: Uint8Array;
}

/**
 * Changes the workspace in one transaction: all of `work`, or none of it. `work` may only await calls of its executor.
 */
export async function changeWorkspace<T>(ex: Executor, work: (trx: Executor) => Promise<T>): Promise<T> {
  return atomically(ex, work);
}

/** The places of those of the ids that are in the log. */
export async function findPlaces(ex: Executor, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await ex
    .selectFrom('workspace_updates')
    .select(['id', 'seq'])
    .where('id', 'in', valuesOf(ids))
    .execute();
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

/** The last place of the log; null while the log is empty. */
export async function lastPlace(ex: Executor): Promise<LogPlace | null> {
  const query = ex.selectFrom('workspace_updates').select(['seq', 'place as id']).orderBy('seq', 'desc').limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

/** Whether the log has a place with both this number and this name. */
export async function isPlace(ex: Executor, { seq, id }: LogPlace): Promise<boolean> {
  const query = ex.selectFrom('workspace_updates').select('seq').where('seq', '=', seq).where('place', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Appends updates of existing documents to the log; returns their places. `now` in milliseconds since 1970. */
export async function appendUpdates(
  ex: Executor,
  updates: readonly NewUpdate[],
  now: number,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  const createdAt = isoTime(now);
  for (const chunk of inChunks(updates)) {
    const rows = await ex
      .insertInto('workspace_updates')
      .values(
        chunk.map(({ id, documentId, type, data }) => ({
          id,
          place: randomUUID(),
          doc_id: documentId,
          type,
          created_at: createdAt,
          data: data && bufferOf(data),
        })),
      )
      .returning(['id', 'seq'])
      .execute();
    for (const { id, seq } of rows) places.set(id, seq);
  }
  return places;
}

interface LogWindow {
  /** The place after which the window begins. */
  after: number;
  /** The last place of the window. */
  upTo: number;
}

/** The places and sizes in bytes of the stored updates in a part of the log, oldest first. */
export async function storedSizes(
  ex: Executor,
  { after, upTo }: LogWindow,
  limit: number,
): Promise<(LogPlace & { size: number })[]> {
  return ex
    .selectFrom('workspace_updates')
    .select(({ fn }) => ['seq', 'place as id', fn<number>('length', ['data']).as('size')])
    .where('data', 'is not', null)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** The stored updates in a part of the log, oldest first. */
export async function storedUpdates(ex: Executor, { after, upTo }: LogWindow): Promise<StoredUpdate[]> {
  const rows = await ex
    .selectFrom('workspace_updates as u')
    .innerJoin('workspace_docs as d', 'd.id', 'u.doc_id')
    .select(['u.seq', 'u.id', 'u.doc_id', 'd.kind', 'u.type', 'u.created_at', 'u.data'])
    .where('u.data', 'is not', null)
    .where('u.seq', '>', after)
    .where('u.seq', '<=', upTo)
    .orderBy('u.seq')
    .execute();
  return rows.flatMap(({ seq, id, doc_id, kind, type, created_at, data }) =>
    data ? [{ seq, id, documentId: doc_id, kind, type, createdAt: created_at, data }] : [],
  );
}

/** Removes the data of these rows, which then only keep their places. */
export async function emptyUpdates(ex: Executor, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await ex.updateTable('workspace_updates').set({ data: null }).where('seq', 'in', valuesOf(seqs)).execute();
}

/** Replaces the data of a row by data that contains at least as much. */
export async function replaceUpdate(ex: Executor, seq: number, data: Uint8Array): Promise<void> {
  await ex
    .updateTable('workspace_updates')
    .set({ data: bufferOf(data) })
    .where('seq', '=', seq)
    .execute();
}

/** The same bytes, without a copy, in the form that SQLite accepts. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
