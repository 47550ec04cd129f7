import type {
  ComparedDocument,
  Comparison,
  SentBytes,
  UpdateFacts,
  UpdatesAnswer,
  UpdatesRequest,
} from '#server/workers/read-updates.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';

/** What readers see needs no Yjs, so it is loaded when the owner first writes something. */
export const loadUpdates = () => import('#server/workers/read-updates.ts');

/**
 * Bytes that are worked on here; more go to a thread. So many of them, made to be slow, take 15 ms to be read and 6 ms to
 * be folded (each part at the same place), and folding grows with their square.
 */
const LARGEST_HERE = 8 * 1024;

/** The work on the bytes of Yjs, wherever it is done. */
export interface UpdateReader {
  /** What is to be known of updates, in their order; null for bytes that are none. */
  read(sent: SentBytes[]): Promise<(UpdateFacts | null)[]>;
  /** One update that says what many do. */
  fold(updates: Uint8Array[]): Promise<Uint8Array>;
  /** Null for a document that cannot be compared. */
  compare(documents: ComparedDocument[]): Promise<(Comparison | null)[]>;
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
  };
}

function lengthOf(list: readonly Uint8Array[]): number {
  return list.reduce((sum, { length }) => sum + length, 0);
}
