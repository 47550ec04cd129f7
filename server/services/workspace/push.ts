import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Executor } from '#server/db/transaction.ts';
import {
  findDocuments,
  findStoredRows,
  type StoredDocument,
  saveDocuments,
} from '#server/repositories/workspace-documents.ts';
import { appendUpdates, changeWorkspace, emptyUpdates, findPlaces } from '#server/repositories/workspace-log.ts';
import type { WorkspaceUpdate } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type AppliedChanges, applyChanges, type Reaches } from './apply-changes.ts';
import type { Noteworthy } from './noteworthy.ts';
import { type ReadChange, readChanges, refuse } from './read-changes.ts';
import { loadUpdates, type UpdateReader } from './update-reader.ts';

/** In bytes: the limits of one update, and of the stored data of one document. */
interface WorkspaceLimits {
  update: number;
  document: number;
}

interface Pushed {
  /** In the order of the push. */
  stored: { id: string; seq: number }[];
  /** The ids of the documents that were written; none when everything was stored already. */
  written: string[];
}

/** Stores more data in the transaction of a push: either both are stored or neither. */
export type Also = (trx: Executor) => Promise<void>;
const nothing: Also = async () => undefined;

interface PushOptions {
  db: Executor;
  clock: Clock;
  reader: UpdateReader;
  limits: WorkspaceLimits;
  /** Makes one update of a document's many. */
  fold: (documentId: string) => Promise<void>;
  /** Finds the changes that History records; they are stored together with the changes themselves. */
  noteworthy: Noteworthy;
}

/**
 * Stores a device's updates in one transaction, each once. If one update is faulty, the whole push is refused: an
 * answer then means the same for all of a push, and a device that is told the faulty updates sends the others again.
 * @throws AppError `update_refused` with the faulty updates, or `cursor_unknown` when the device must compare first.
 */
export function createPush({ db, clock, reader, limits, fold, noteworthy }: PushOptions) {
  /**
   * Updates whose device was told to compare. If comparing could not help, the updates are then accepted as they are.
   */
  const toldToCompare = new LRUCache<string, true>({ max: 1000 });

  const askToCompare = (changes: readonly ReadChange[]) => {
    const ids = changes.map(({ change }) => change.id);
    if (ids.some((id) => toldToCompare.has(id))) return;
    for (const id of ids) toldToCompare.set(id, true);
    throw new AppError('cursor_unknown');
  };

  const applyAll = async (trx: Executor, fresh: readonly ReadChange[], reaches: Reaches): Promise<Applied> => {
    const byDocument = Map.groupBy(fresh, ({ change }) => change.documentId);
    const ids = [...byDocument.keys()];
    const documents = await findDocuments(trx, ids);
    const tombstones = await findStoredRows(trx, ids, 'delete');
    const applied = [...byDocument].map(([id, changes]) => {
      const document = documents.get(id) ?? newDocument(id, changes);
      const outcome = applyChanges({ document, tombstones: tombstones.get(id) ?? [] }, changes, reaches, clock.now());
      if (outcome.lacksItsBeginning) askToCompare(changes);
      return outcome;
    });
    const large = applied.map(({ document }) => document).filter(({ size }) => size > limits.document);
    if (large.length > 0) throw new TooLarge(large.map(({ id }) => id));
    return { applied, before: documents };
  };

  const write = async (changes: readonly ReadChange[], reaches: Reaches, also: Also): Promise<Pushed> => {
    const ids = changes.map(({ change }) => change.id);
    const noted = await noteworthy(changes);
    return changeWorkspace(db, async (trx) => {
      const known = await findPlaces(trx, ids);
      const fresh = firstOfEach(changes.filter(({ change }) => !known.has(change.id)));
      const { applied, before } = await applyAll(trx, fresh, reaches);
      const documents = applied.map(({ document }) => document);
      const superseded = applied.flatMap((each) => each.superseded);
      const surviving = new Set(applied.flatMap((each) => [...each.kept]));
      await saveDocuments(trx, documents, clock.now());
      await emptyUpdates(trx, superseded);
      await noted(trx, { before, after: documents }, clock.now());
      await also(trx);
      const places = new Map([...known, ...(await appendUpdates(trx, rowsOf(fresh, surviving), clock.now()))]);
      return {
        stored: ids.flatMap((id) => {
          const seq = places.get(id);
          return seq === undefined ? [] : [{ id, seq }];
        }),
        written: documents.map(({ id }) => id),
      };
    });
  };

  return async (updates: readonly WorkspaceUpdate[], also: Also = nothing): Promise<Pushed> => {
    const reaches = await loadUpdates();
    // The first push loads Yjs, which takes as long as all the rest.
    await nextTurn();
    const changes = await readChanges(reader, updates, limits.update);
    try {
      return await write(changes, reaches, also);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      // Text that was typed and deleted again need not be kept.
      for (const id of error.documents) await fold(id);
    }
    try {
      return await write(changes, reaches, also);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      const { documents } = error;
      refuse(
        changes.filter(({ change }) => documents.includes(change.documentId)),
        'would make its document too large',
      );
      throw error;
    }
  };
}

/** Rows of updates; a superseded update keeps only its place. */
const rowsOf = (fresh: readonly ReadChange[], kept: ReadonlySet<string>) =>
  fresh.map(({ change: { id, documentId, type }, data }) => ({
    ...{ id, documentId, type },
    data: kept.has(id) ? data : null,
  }));

interface Applied {
  applied: AppliedChanges[];
  /** The documents before the push, without new ones. */
  before: ReadonlyMap<string, StoredDocument>;
}

/** Documents that a push would make larger than allowed. */
class TooLarge extends Error {
  readonly documents: readonly string[];

  constructor(documents: readonly string[]) {
    super('A document would become too large');
    this.documents = documents;
  }
}

function newDocument(id: string, changes: readonly ReadChange[]): StoredDocument {
  const kind = changes[0]?.change.kind ?? 'draft';
  // The state vector of a document without any client.
  return { id, kind, reach: new Uint8Array([0]), size: 0, deletedAt: null, isForgotten: false };
}

function firstOfEach(changes: readonly ReadChange[]): ReadChange[] {
  const ids = new Set<string>();
  return changes.filter(({ change }) => !ids.has(change.id) && ids.add(change.id));
}
