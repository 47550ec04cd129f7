import type {
  ComparedDocument,
  Comparison,
  SentBytes,
  UpdateFacts,
  UpdatesAnswer,
  UpdatesRequest,
  WholeDocument,
} from '#server/workers/read-updates.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';
import type { DocumentChange, DocumentFacts } from '#shared/workspace/document-facts.ts';

/** Readers' pages need no Yjs, so it is loaded when the owner first writes something. */
export const loadUpdates = () => import('#server/workers/read-updates.ts');

/**
 * The number of bytes that are processed here; more go to a thread. This many bytes, crafted to be slow, take 15 ms to
 * be read and 6 ms to be folded (each part at the same place), and the time for folding grows with their square.
 */
const LARGEST_HERE = 8 * 1024;

/** The operations on the bytes of Yjs, wherever they are performed. */
export interface UpdateReader {
  /** The facts about updates, in their order; null for bytes that are not a valid update. */
  read(sent: SentBytes[]): Promise<(UpdateFacts | null)[]>;
  /** Makes one update that is equivalent to many. */
  fold(updates: Uint8Array[]): Promise<Uint8Array>;
  /** Null for a document that cannot be compared. */
  compare(documents: ComparedDocument[]): Promise<(Comparison | null)[]>;
  /** The facts about documents; null for a document that cannot be read. */
  describe(documents: WholeDocument[]): Promise<(DocumentFacts | null)[]>;
  /** A document with a change, made at a time in milliseconds since 1970, as one update. */
  change(document: WholeDocument, change: DocumentChange, at: number): Promise<Uint8Array>;
}

export function createUpdateReader(worker: WorkerClient<UpdatesRequest, UpdatesAnswer>): UpdateReader {
  const work = async (request: UpdatesRequest, bytes: number): Promise<UpdatesAnswer> => {
    if (bytes > LARGEST_HERE) return worker.ask(request);
    return (await loadUpdates()).workOnUpdates(request);
  };
  return {
    read: async (sent) =>
      (await work({ work: 'read', sent }, lengthOf(sent.map(({ bytes }) => bytes)))) as (UpdateFacts | null)[],
    fold: async (updates) => (await work({ work: 'fold', updates }, lengthOf(updates))) as Uint8Array,
    compare: async (documents) => {
      const bytes = lengthOf(documents.flatMap(({ updates }) => updates));
      return (await work({ work: 'compare', documents }, bytes)) as (Comparison | null)[];
    },
    describe: async (documents) => {
      const bytes = lengthOf(documents.flatMap(({ updates }) => updates));
      return (await work({ work: 'describe', documents }, bytes)) as (DocumentFacts | null)[];
    },
    change: async (document, change, at) =>
      (await work({ work: 'change', document, change, at }, lengthOf(document.updates))) as Uint8Array,
  };
}

function lengthOf(list: readonly Uint8Array[]): number {
  return list.reduce((sum, { length }) => sum + length, 0);
}
