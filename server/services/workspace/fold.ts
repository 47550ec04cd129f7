import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { findMuchWritten, findStoredRows, foldRows } from '#server/repositories/workspace-documents.ts';
import type { UpdateReader } from './update-reader.ts';

interface FolderOptions {
  db: Executor;
  reader: Pick<UpdateReader, 'fold'>;
  /** The number of updates of one document after which they are folded into one. */
  foldAfter: number;
  onError: (error: unknown) => void;
}

interface Folder {
  /** Makes one update of a document's many; one document after the other. Rejects when its bytes cannot be folded. */
  fold(documentId: string): Promise<void>;
  /** Folds the documents that need it, later. */
  look(documentIds: readonly string[]): void;
  /** Resolves when nothing is being folded. */
  idle(): Promise<void>;
}

/**
 * Keeps the log small. The last of the folded updates takes in those before it and keeps its place and id; the others
 * keep only their places. Therefore everything that a device lacks is after its cursor, whatever that cursor is.
 */
export function createFolder({ db, reader, foldAfter, onError }: FolderOptions): Folder {
  let last: Promise<void> = Promise.resolve();

  const foldNow = async (documentId: string): Promise<void> => {
    const rows = (await findStoredRows(db, [documentId], 'update')).get(documentId) ?? [];
    if (rows.length < 2) return;
    // No transaction is open during this work; rows that have changed meanwhile are not replaced.
    const folded = await reader.fold(rows.map(({ data }) => data));
    await foldRows(db, documentId, rows, folded);
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    fold: (documentId) => inTurn(() => foldNow(documentId)),
    look(documentIds) {
      inTurn(async () => {
        for (const id of await findMuchWritten(db, documentIds, foldAfter)) {
          // Small documents are folded on this thread: other requests are answered between two of them.
          await nextTurn();
          await foldNow(id);
        }
      }).catch(onError);
    },
    idle: () => last,
  };
}
