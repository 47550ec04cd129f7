import type { Database } from 'better-sqlite3';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { isExchanged } from '#shared/workspace/document-ids.ts';
import { type Forgotten, forgetWords, isMissing } from '#shared/workspace/incoming.ts';
import type { Deletion, DocumentName, ExchangeStore, Tombstone } from '#shared/workspace/store-port.ts';

/** The rows of documents, their updates and their deletions. The caller runs every call inside a transaction. */
export interface DocumentRows {
  list(kind: DocumentKind): string[];
  updates(id: string): Uint8Array[];
  put(document: DocumentName): void;
  add(id: string, update: Uint8Array): void;
  /** Replaces a document's updates by a single one. */
  replaceUpdates(id: string, whole: Uint8Array): void;
  /** Removes a document's updates, and stores how far they reached. */
  forget(id: string): void;
  /** Returns how far the removed updates of a document reached. */
  forgotten(id: string): Uint8Array | null;
  /** Notes that the next comparison asks for the missing parts of all documents that are not deleted. */
  noteAsked(): void;
  lacksBeginnings(ids: readonly string[] | null): boolean;
  deletions(id: string): readonly Deletion[];
  dropDeletion(id: string, seen: Uint8Array): void;
  replaceDeletions(id: string, deletions: readonly Deletion[]): void;
  tombstones(): Tombstone[];
  page(page: Parameters<ExchangeStore['documents']>[0]): Awaited<ReturnType<ExchangeStore['documents']>>;
}

export function createDocumentRows(sqlite: Database): DocumentRows {
  const list = sqlite.prepare<[string], string>(
    'select id from documents where kind = ? and id not in (select document_id from tombstones)',
  );
  const updates = sqlite.prepare<[string], Buffer>('select data from updates where document_id = ? order by seq');
  const put = sqlite.prepare('insert into documents (id, kind) values (?, ?) on conflict do nothing');
  const insert = sqlite.prepare('insert into updates (document_id, data) values (?, ?)');
  const remove = sqlite.prepare('delete from updates where document_id = ?');
  const dropSummary = sqlite.prepare('delete from draft_summaries where document_id = ?');
  const deletions = sqlite.prepare<[string], Deletion>('select seen, at from tombstones where document_id = ?');
  const dropDeletion = sqlite.prepare('delete from tombstones where document_id = ? and seen = ?');
  const dropAll = sqlite.prepare('delete from tombstones where document_id = ?');
  const addDeletion = sqlite.prepare('insert into tombstones (document_id, seen, at) values (?, ?, ?)');
  const tombstones = sqlite.prepare<[], Tombstone>(
    'select id, kind, seen, at from tombstones join documents on id = document_id',
  );
  const forgotten = sqlite.prepare<[string], ForgottenRow>(`select ${forgottenColumns} where document_id = ?`);
  const allForgotten = sqlite.prepare<[], ForgottenRow>(`select ${forgottenColumns} where is_asked = 0`);
  const putForgotten = sqlite.prepare(
    'insert or replace into forgotten (document_id, reach, is_asked) values (?, ?, 0)',
  );
  const noteAsked = sqlite.prepare(
    'update forgotten set is_asked = 1 where document_id not in (select document_id from tombstones)',
  );
  const behind = sqlite.prepare<[string], DocumentName>('select id, kind from documents where id > ? order by id');
  list.pluck();
  updates.pluck();

  const rows: DocumentRows = {
    list: (kind) => list.all(kind),
    updates: (id) => updates.all(id).map(toBytes),
    put: ({ id, kind }) => void put.run(id, kind),
    add(id, update) {
      dropSummary.run(id);
      insert.run(id, update);
    },
    replaceUpdates(id, whole) {
      remove.run(id);
      insert.run(id, whole);
    },
    forget(id) {
      const before = forgotten.get(id);
      putForgotten.run(id, forgetWords(rows.updates(id), before ? toForgotten(before) : null).reach);
      remove.run(id);
      dropSummary.run(id);
    },
    forgotten(id) {
      const row = forgotten.get(id);
      return row === undefined ? null : toBytes(row.reach);
    },
    noteAsked: () => void noteAsked.run(),
    lacksBeginnings(ids) {
      const found = ids === null ? allForgotten.all() : ids.flatMap((id) => forgotten.get(id) ?? []);
      return found.some((row) =>
        isMissing(toForgotten(row), { updates: rows.updates(row.id), deletions: rows.deletions(row.id) }),
      );
    },
    deletions: (id) => deletions.all(id).map(({ seen, at }) => ({ seen: toBytes(seen), at })),
    dropDeletion: (id, seen) => void dropDeletion.run(id, seen),
    replaceDeletions(id, next) {
      dropAll.run(id);
      for (const { seen, at } of next) addDeletion.run(id, seen, at);
    },
    tombstones: () => tombstones.all().map((row) => ({ ...row, seen: toBytes(row.seen) })),
    page({ after, limit }) {
      const names: DocumentName[] = [];
      // Documents that are not exchanged are in the same table.
      for (const name of behind.iterate(after ?? '')) {
        if (names.length === limit) break;
        if (isExchanged(name)) names.push(name);
      }
      return names.map((name) => ({ ...name, updates: rows.updates(name.id), deletions: rows.deletions(name.id) }));
    },
  };
  return rows;
}

interface ForgottenRow {
  id: string;
  reach: Buffer;
  isAsked: number;
}
const forgottenColumns = 'document_id as id, reach, is_asked as isAsked from forgotten';

const toForgotten = ({ reach, isAsked }: ForgottenRow): Forgotten => ({
  reach: toBytes(reach),
  isAsked: isAsked === 1,
});

/** Converts SQLite's Node Buffers: all other code uses plain Uint8Arrays. */
export function toBytes(data: Uint8Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
