import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { findMuchWritten, findStoredRows, foldRows } from '#server/repositories/workspace-documents.ts';
import type { UpdateReader } from './update-reader.ts';

interface FolderOptions {
  db: Executor;
  reader: Pick<UpdateReader, 'fold'>;
  /** So many updates of one document are folded into one. */
  foldAfter: number;
  onError: (error: unknown) => void;
}

interface Folder {
  /** Makes one update of a document's many; one document after the other. Rejects where its bytes cannot be folded. */
  fold(documentId: string): Promise<void>;
  /** Folds those of the documents that need it, later. */
  look(documentIds: readonly string[]): void;
  /** Resolves when nothing is being folded. */
  idle(): Promise<void>;
}

/**
 * Keeps the log small. The last of the updates that are folded takes in those before it and keeps its place and id, the
 * others keep their places alone: whatever cursor a device has, everything it lacks stands behind it.
 */
export function createFolder({ db, reader, foldAfter, onError }: FolderOptions): Folder {
  let last: Promise<void> = Promise.resolve();

  const foldNow = async (documentId: string): Promise<void> => {
    const rows = (await findStoredRows(db, [documentId], 'update')).get(documentId) ?? [];
    if (rows.length < 2) return;
    // No transaction is open while this is worked on; rows that have changed meanwhile are left alone.
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
          // Small ones are folded on this thread: whoever waits is answered between two of them.
          await nextTurn();
          await foldNow(id);
        }
      }).catch(onError);
    },
    idle: () => last,
  };
}
