import type { Selectable } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { WorkspaceDocsTable } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { inChunks } from './in-chunks.ts';
import { valuesOf } from './values-of.ts';
import { bufferOf, emptyUpdates, replaceUpdate } from './workspace-log.ts';

/** A workspace document as the server stores it. */
export interface StoredDocument {
  id: string;
  kind: DocumentKind;
  /** How far the document's updates of each client reach, ignoring gaps; a Yjs state vector. */
  reach: Uint8Array;
  /** The bytes of the document's stored updates. */
  size: number;
  /** The time since which a tombstone covers the whole document, in milliseconds since 1970; null while it lives. */
  deletedAt: number | null;
  /** Whether the document's updates were dropped some time after its deletion. */
  isForgotten: boolean;
}

/** Those of the documents that exist. */
export async function findDocuments(ex: Executor, ids: readonly string[]): Promise<Map<string, StoredDocument>> {
  const rows = await ex.selectFrom('workspace_docs').selectAll().where('id', 'in', valuesOf(ids)).execute();
  return new Map(rows.map((row) => [row.id, toDocument(row)]));
}

/** The documents after an id, or from the first one when it is null, in the order of their ids. */
export async function listDocuments(ex: Executor, after: string | null, limit: number): Promise<StoredDocument[]> {
  let query = ex.selectFrom('workspace_docs').selectAll().orderBy('id').limit(limit);
  if (after !== null) query = query.where('id', '>', after);
  return (await query.execute()).map(toDocument);
}

/** The ids of the living documents of a kind. */
export async function listLivingIds(ex: Executor, kind: DocumentKind): Promise<string[]> {
  const living = ex.selectFrom('workspace_docs').select('id').where('kind', '=', kind).where('deleted_at', 'is', null);
  return (await living.orderBy('id').execute()).map(({ id }) => id);
}

/** Stores new or changed documents. `now` in milliseconds since 1970. */
export async function saveDocuments(ex: Executor, documents: readonly StoredDocument[], now: number): Promise<void> {
  const createdAt = isoTime(now);
  for (const chunk of inChunks(documents)) {
    await ex
      .insertInto('workspace_docs')
      .values(
        chunk.map(({ id, kind, reach, size, deletedAt, isForgotten }) => ({
          id,
          kind,
          reach: bufferOf(reach),
          size,
          deleted_at: deletedAt === null ? null : isoTime(deletedAt),
          forgotten: isForgotten ? (1 as const) : (0 as const),
          created_at: createdAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          reach: ref('excluded.reach'),
          size: ref('excluded.size'),
          deleted_at: ref('excluded.deleted_at'),
          forgotten: ref('excluded.forgotten'),
        })),
      )
      .execute();
  }
}

/** One stored row of a document. */
export interface StoredRow {
  seq: number;
  data: Uint8Array;
}

/** The stored updates or tombstones of documents, in the order in which they came; each document has an entry. */
export async function findStoredRows(
  ex: Executor,
  ids: readonly string[],
  type: 'update' | 'delete',
): Promise<Map<string, StoredRow[]>> {
  const rows = await ex
    .selectFrom('workspace_updates')
    .select(['seq', 'doc_id', 'data'])
    .where('data', 'is not', null)
    .where('doc_id', 'in', valuesOf(ids))
    .where('type', '=', type)
    .orderBy('seq')
    .execute();
  const byDocument = new Map<string, StoredRow[]>(ids.map((id) => [id, []]));
  for (const { seq, doc_id, data } of rows) if (data) byDocument.get(doc_id)?.push({ seq, data });
  return byDocument;
}

/** The stored updates of a document after a place of the log, in the order in which they came. */
export async function findStoredRowsBehind(ex: Executor, id: string, place: number): Promise<StoredRow[]> {
  const rows = await ex
    .selectFrom('workspace_updates')
    .select(['seq', 'data'])
    .where('data', 'is not', null)
    .where('doc_id', '=', id)
    .where('type', '=', 'update')
    .where('seq', '>', place)
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ seq, data }) => (data ? [{ seq, data }] : []));
}

/** Those of the documents that have at least this many stored updates. */
export async function findMuchWritten(ex: Executor, ids: readonly string[], updates: number): Promise<string[]> {
  const rows = await ex
    .selectFrom('workspace_updates')
    .select('doc_id')
    .where('data', 'is not', null)
    .where('doc_id', 'in', valuesOf(ids))
    .where('type', '=', 'update')
    .groupBy('doc_id')
    .having(({ fn }) => fn.countAll<number>(), '>=', updates)
    .execute();
  return rows.map(({ doc_id }) => doc_id);
}

/**
 * Replaces a document's `rows` by `data`: the last row gets it, and the others only keep their places. Does nothing
 * when not all of the rows are still stored.
 */
export async function foldRows(ex: Executor, id: string, rows: readonly StoredRow[], data: Uint8Array): Promise<void> {
  await atomically(ex, async (trx) => {
    const present = new Set((await findStoredRows(trx, [id], 'update')).get(id)?.map(({ seq }) => seq));
    const last = rows.at(-1);
    if (!last || !rows.every(({ seq }) => present.has(seq))) return;
    const before = rows.reduce((sum, row) => sum + row.data.length, 0);
    await emptyUpdates(
      trx,
      rows.slice(0, -1).map(({ seq }) => seq),
    );
    await replaceUpdate(trx, last.seq, data);
    await trx
      .updateTable('workspace_docs')
      .set(({ eb }) => ({ size: eb('size', '+', data.length - before) }))
      .where('id', '=', id)
      .execute();
  });
}

/** Drops the updates of documents that were deleted before `time` (milliseconds since 1970); their tombstones stay. */
export async function forgetDeleted(ex: Executor, time: number): Promise<void> {
  await atomically(ex, async (trx) => {
    const gone = trx
      .selectFrom('workspace_docs')
      .select('id')
      .where('deleted_at', 'is not', null)
      .where('forgotten', '=', 0)
      .where('deleted_at', '<', isoTime(time));
    await trx
      .updateTable('workspace_updates')
      .set({ data: null })
      .where('data', 'is not', null)
      .where('type', '=', 'update')
      .where('doc_id', 'in', gone)
      .execute();
    await trx.updateTable('workspace_docs').set({ forgotten: 1, size: 0 }).where('id', 'in', gone).execute();
  });
}

function toDocument(row: Selectable<WorkspaceDocsTable>): StoredDocument {
  const { id, kind, reach, size, deleted_at, forgotten } = row;
  const deletedAt = deleted_at === null ? null : Date.parse(deleted_at);
  return { id, kind, reach, size, deletedAt, isForgotten: forgotten === 1 };
}
