import { copyFileSync, existsSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { documentId, documentKind } from '#shared/contract/workspace.ts';
import type { DocumentName } from '#shared/workspace/store-port.ts';
import { compactUpdates, joinUpdates } from '#shared/workspace/tombstone.ts';
import { toBytes } from './document-rows.ts';

interface Found {
  document: DocumentName;
  /** All of the document that could be read, as one update. */
  update: Uint8Array;
}

/**
 * Returns what can still be read of a damaged database: the documents that were not removed, each with its undamaged
 * updates.
 */
export const readDamaged = (file: string): Found[] => readCopy(file, documentsIn) ?? [];

/**
 * Reads a copy of a damaged database, since SQLite may write to a file that it opens; the file itself stays as it was
 * found. Returns null when reading failed.
 */
export function readCopy<T>(file: string, read: (copy: Database.Database) => T): T | null {
  const copy = `${file}.reading`;
  const endings = ['', '-wal'];
  let sqlite: Database.Database | null = null;
  try {
    for (const ending of endings) if (existsSync(file + ending)) copyFileSync(file + ending, copy + ending);
    sqlite = new Database(copy);
    return read(sqlite);
  } catch {
    return null;
  } finally {
    sqlite?.close();
    for (const ending of [...endings, '-shm']) rmSync(copy + ending, { force: true });
  }
}

function documentsIn(sqlite: Database.Database): Found[] {
  const removed = new Set(
    rowsUntilDamage<{ id: unknown }>(sqlite, 'select document_id as id from tombstones').map(({ id }) => id),
  );
  const updates = new Map<string, Uint8Array[]>();
  for (const { id, data } of updatesIn(sqlite)) {
    if (removed.has(id) || !(data instanceof Uint8Array) || !isWhole(data)) continue;
    updates.set(id, [...(updates.get(id) ?? []), toBytes(data)]);
  }
  return [...updates].flatMap(([givenId, all]) => {
    const id = documentId.safeParse(givenId);
    // An id begins with its kind, so the table of documents does not have to be readable.
    const kind = documentKind.safeParse(givenId.slice(0, givenId.indexOf(':')));
    return id.success && kind.success ? [{ document: { id: id.data, kind: kind.data }, update: joinUpdates(all) }] : [];
  });
}

interface UpdateRow {
  seq: number;
  id: string;
  data: unknown;
}

/** Returns the updates before and after the damage, oldest first. */
function updatesIn(sqlite: Database.Database): UpdateRow[] {
  const select = 'select seq, document_id as id, data from updates not indexed order by seq';
  const rows = [...rowsUntilDamage<UpdateRow>(sqlite, select), ...rowsUntilDamage<UpdateRow>(sqlite, `${select} desc`)];
  const known = new Map(rows.map((row) => [row.seq, row]));
  return [...known.values()].sort((a, b) => a.seq - b.seq);
}

/** Returns the rows of a query up to the first that cannot be read. */
function rowsUntilDamage<Row>(sqlite: Database.Database, sql: string): Row[] {
  const rows: Row[] = [];
  try {
    for (const row of sqlite.prepare<[], Row>(sql).iterate()) rows.push(row);
  } catch {
    // The remaining rows are damaged.
  }
  return rows;
}

function isWhole(data: Uint8Array): boolean {
  try {
    compactUpdates([data]);
    return true;
  } catch {
    return false;
  }
}
