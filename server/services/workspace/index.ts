import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findDocuments, findStoredRows } from '#server/repositories/workspace-documents.ts';
import { lastPlace } from '#server/repositories/workspace-log.ts';
import type { UpdatesAnswer, UpdatesRequest } from '#server/workers/read-updates.ts';
import { createWorkerClient } from '#server/workers/worker-client.ts';
import type { AnswerOf, BodyOf } from '#shared/contract/endpoint.ts';
import {
  type compareWorkspace,
  LARGEST_DOCUMENT,
  type pullUpdates,
  type pushUpdates,
  type WorkspaceCursor,
  type WorkspaceUpdate,
} from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { DocumentFacts } from '#shared/workspace/document-facts.ts';
import { createCompare } from './compare.ts';
import { createFolder } from './fold.ts';
import { createNoteworthy } from './noteworthy.ts';
import { createPull } from './pull.ts';
import { type Also, createPush } from './push.ts';
import { createRewind, type Rewind } from './rewind.ts';
import { createUpdateReader } from './update-reader.ts';
import { createWatchers } from './watchers.ts';

/** A watcher of the log: it is told the end of the log at once and after each growth, and perhaps that the server stops. */
interface WorkspaceWatcher {
  onCursor(cursor: WorkspaceCursor): void;
  onEnd(): void;
}

/** The server's half of the exchange (README.md). */
export interface WorkspaceService extends Rewind {
  /** The updates after a cursor, or all of them. Throws AppError `cursor_unknown`. */
  pull(cursor: WorkspaceCursor | null, limit?: number): Promise<AnswerOf<typeof pullUpdates>>;
  /** Stores updates; resolves when they are on the disk. Throws AppError `cursor_unknown`, `update_refused`. */
  push(body: BodyOf<typeof pushUpdates>, also?: Also): Promise<AnswerOf<typeof pushUpdates>>;
  compare(body: BodyOf<typeof compareWorkspace>): Promise<AnswerOf<typeof compareWorkspace>>;
  /** The facts about a document; null for a document that does not exist, was deleted or cannot be read. */
  describe(documentId: string): Promise<DocumentFacts | null>;
  /** Returns the function that ends the watching. */
  watch(watcher: WorkspaceWatcher): () => void;
  /** Makes one update of a document's many, which also happens automatically at a hundred updates. */
  fold(documentId: string): Promise<void>;
  /** Tells the watchers that the server stops. */
  endWatching(): void;
  /** Finishes the folding that is running. */
  close(): Promise<void>;
}

interface WorkspaceOptions {
  db: Executor;
  clock: Clock;
  siteId: string;
  onError: (error: unknown) => void;
}

const FOLD_AFTER = 100;
const MIB = 1024 * 1024;
const PAGE = { rows: 1000, bytes: 4 * MIB };
const COMPARED_PAGE = { rows: 500, bytes: 4 * MIB };
/** The longest time, in milliseconds, that the thread may take for the bytes of one request. */
const READING_TIME = 5000;

export function createWorkspaceService({ db, clock, siteId, onError }: WorkspaceOptions): WorkspaceService {
  const worker = createWorkerClient<UpdatesRequest, UpdatesAnswer>({
    name: 'updates',
    timeoutMs: READING_TIME,
    timeoutCode: 'overloaded',
    maxQueue: 50,
  });
  const reader = createUpdateReader(worker);
  const folder = createFolder({ db, reader, foldAfter: FOLD_AFTER, onError });
  const watchers = createWatchers(() => lastPlace(db), onError);
  // A document that has reached its limit is folded before it may grow; until then its updates may take more space than
  // the document does.
  const limits = { update: LARGEST_DOCUMENT, document: 4 * LARGEST_DOCUMENT };
  const noteworthy = createNoteworthy({ db, reader, onError });
  const store = createPush({ db, clock, reader, limits, fold: folder.fold, noteworthy });
  const push = async (updates: readonly WorkspaceUpdate[], also?: Also) => {
    const { stored, written } = await store(updates, also);
    if (written.length > 0) {
      const place = await lastPlace(db);
      await flushed(db);
      if (place) watchers.tell(place);
      folder.look(written);
    }
    return { stored };
  };

  return {
    pull: createPull({ db, siteId, page: PAGE }),
    async push({ siteId: meant, updates }, also) {
      if (meant !== siteId) throw new AppError('cursor_unknown');
      return push(updates, also);
    },
    ...createRewind({ db, clock, reader, push }),
    compare: createCompare({ db, siteId, reader, page: COMPARED_PAGE }),
    async describe(id) {
      const document = (await findDocuments(db, [id])).get(id);
      if (!document || document.deletedAt !== null) return null;
      const updates = ((await findStoredRows(db, [id], 'update')).get(id) ?? []).map(({ data }) => data);
      const [facts = null] = await reader.describe([{ id, kind: document.kind, updates }]);
      return facts;
    },
    watch: ({ onCursor, onEnd }) => watchers.add({ onPlace: (place) => onCursor({ siteId, ...place }), onEnd }),
    fold: folder.fold,
    endWatching: watchers.endAll,
    async close() {
      watchers.endAll();
      await folder.idle();
      await worker.close();
    },
  };
}
