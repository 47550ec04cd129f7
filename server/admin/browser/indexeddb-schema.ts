import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { DocumentKind, DraftSummary } from '#shared/contract/workspace.ts';
import { isExchanged } from '#shared/workspace/document-ids.ts';
import type { Forgotten } from '#shared/workspace/incoming.ts';
import type { Deletion, DocumentChange, NamedChange, Place } from '#shared/workspace/store-port.ts';
import { joinUpdates, standing } from '#shared/workspace/tombstone.ts';

export const VERSION = 4;

export interface WorkspaceSchema extends DBSchema {
  documents: { key: string; value: { id: string; kind: DocumentKind } };
  /** Stored under ascending numbers, so that a document's updates are read in the order in which they were written. */
  updates: { key: number; value: { documentId: string; update: Uint8Array }; indexes: { document: string } };
  /** `upTo` is the last update that the removal considered: only later updates can have brought the document back. */
  tombstones: { key: string; value: { id: string; kind: DocumentKind; deletions: readonly Deletion[]; upTo: number } };
  /** The unsent changes, in the order in which they were written. */
  outbox: { key: number; value: OutboxRow; indexes: { name: string; place: [number, string] } };
  forgotten: { key: string; value: Forgotten & { id: string } };
  place: { key: 'place'; value: Place };
  /** The count of documents that others have deleted lately, as `deletion-count.ts` writes it. */
  deletionCount: { key: 'count'; value: string };
  /**
   * The summaries of drafts for lists: a row is deleted with each change of its draft, and made again when it is asked
   * for.
   */
  summaries: { key: string; value: DraftSummary };
}

/**
 * A row of the outbox. `seq` is the change's place in the server's log, or {@link UNSENT} before it has one: a key must
 * be a number.
 */
export interface OutboxRow {
  changeId: string;
  id: string;
  kind: DocumentKind;
  type: 'update' | 'delete';
  bytes: Uint8Array;
  /** The time of a deletion; 0 for an update. */
  at: number;
  seq: number;
}
export const UNSENT = -1;

type Names = StoreNames<WorkspaceSchema>[];
export type Work = IDBPTransaction<WorkspaceSchema, Names, 'readwrite'>;
export const everything: Names = [
  'documents',
  'updates',
  'tombstones',
  'outbox',
  'forgotten',
  'place',
  'deletionCount',
  'summaries',
];

export function toRow(change: NamedChange): OutboxRow {
  const { changeId, id, kind, type } = change;
  const name = { changeId, id, kind, type, seq: UNSENT };
  // A view would be cloned with its whole buffer; a copy has only its own bytes.
  return change.type === 'update'
    ? { ...name, bytes: change.update.slice(), at: 0 }
    : { ...name, bytes: change.seen.slice(), at: change.at };
}

export function fromRow({ changeId, id, kind, type, bytes, at }: OutboxRow): NamedChange {
  return type === 'update'
    ? { changeId, id, kind, type, update: bytes }
    : { changeId, id, kind, type, seen: bytes, at };
}

/** Migrates a database to the newest version, within the transaction that opens it. */
export async function upgrade(
  database: IDBPDatabase<WorkspaceSchema>,
  from: number,
  transaction: IDBPTransaction<WorkspaceSchema, Names, 'versionchange'>,
  uniqueId: () => string,
): Promise<void> {
  if (from < 1) {
    database.createObjectStore('documents', { keyPath: 'id' });
    database.createObjectStore('updates', { autoIncrement: true }).createIndex('document', 'documentId');
    database.createObjectStore('tombstones', { keyPath: 'id' });
  }
  if (from < 2) {
    const outbox = database.createObjectStore('outbox', { autoIncrement: true });
    outbox.createIndex('name', 'changeId', { unique: true });
    outbox.createIndex('place', ['seq', 'id']);
    database.createObjectStore('forgotten', { keyPath: 'id' });
    database.createObjectStore('place');
  }
  if (from < 3) database.createObjectStore('summaries', { keyPath: 'id' });
  if (from < 4) database.createObjectStore('deletionCount');
  if (from === 1) await sendAll(transaction as unknown as Work, uniqueId);
}

/** Puts everything written before there was an exchange into the outbox; for a removed document, its removal. */
async function sendAll(transaction: Work, uniqueId: () => string): Promise<void> {
  const tombstones = transaction.objectStore('tombstones');
  const outbox = transaction.objectStore('outbox');
  const before = new Map(
    ((await tombstones.getAll()) as unknown as (Deletion & { id: string; upTo: number })[]).map((row) => [row.id, row]),
  );
  for (const { id, kind } of await transaction.objectStore('documents').getAll()) {
    const updates = (await transaction.objectStore('updates').index('document').getAll(id)).map(({ update }) => update);
    const old = before.get(id);
    const deletions = standing(old ? [{ seen: old.seen, at: old.at }] : [], updates);
    if (old && deletions.length > 0) await tombstones.put({ id, kind, deletions, upTo: old.upTo });
    else if (old) await tombstones.delete(id);
    const changes: DocumentChange[] = deletions.map((deletion) => ({ id, kind, type: 'delete', ...deletion }));
    if (deletions.length === 0 && updates.length > 0) {
      changes.push({ id, kind, type: 'update', update: joinUpdates(updates) });
    }
    for (const change of changes) {
      if (isExchanged(change)) await outbox.add(toRow({ ...change, changeId: uniqueId() }));
    }
  }
}
