import { randomUUID } from 'node:crypto';
import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { inChunks } from './in-chunks.ts';
import { valuesOf } from './values-of.ts';

// The log of the workspace: every update and tombstone at the place it came in. `data` is a Yjs update, or what a
// deleter had seen as a Yjs state vector; a row without it only keeps its place.

/** A place in the log; `id` is its name, given once: another log may hold the same update at the same `seq`. */
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

/** Changes the workspace in one transaction: all of `work`, or nothing of it. Only its executor may be awaited in it. */
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

/** The end of the log; null while it is empty. */
export async function lastPlace(ex: Executor): Promise<LogPlace | null> {
  const query = ex.selectFrom('workspace_updates').select(['seq', 'place as id']).orderBy('seq', 'desc').limit(1);
  return (await query.executeTakeFirst()) ?? null;
}

/** Whether the log has this very place. */
export async function isPlace(ex: Executor, { seq, id }: LogPlace): Promise<boolean> {
  const query = ex.selectFrom('workspace_updates').select('seq').where('seq', '=', seq).where('place', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Puts updates of documents that are there at the end of the log; gives their places. `now` in milliseconds since 1970. */
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
  /** Places behind this one… */
  after: number;
  /** … up to and with this one. */
  upTo: number;
}

/** What is kept in a part of the log, oldest first: where, and how many bytes each. */
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

/** What is kept in a part of the log, oldest first. */
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

/** From now on these rows only keep their places. */
export async function emptyUpdates(ex: Executor, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await ex.updateTable('workspace_updates').set({ data: null }).where('seq', 'in', valuesOf(seqs)).execute();
}

/** Gives a row other data, which says as much as it did and more. */
export async function replaceUpdate(ex: Executor, seq: number, data: Uint8Array): Promise<void> {
  await ex
    .updateTable('workspace_updates')
    .set({ data: bufferOf(data) })
    .where('seq', '=', seq)
    .execute();
}

/** The same bytes as what SQLite takes. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
