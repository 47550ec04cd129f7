import type { UpdateFacts } from '#server/workers/read-updates.ts';
import type { WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { UpdateReader } from './update-reader.ts';

/** A change of a push after it was read. */
export interface ReadChange extends UpdateFacts {
  change: WorkspaceUpdate;
  /** The change's position in the push. */
  place: number;
  /** The bytes that are stored. */
  data: Uint8Array;
}

/**
 * The largest number of clients that the updates of one push may name, added up. A document has one client for each
 * time that somebody opened it to write; comparing a hundred thousand would block everybody else.
 */
const MOST_CLIENTS = 50_000;

/**
 * Reads what a device has pushed. `largest` in bytes, of one update.
 * @throws AppError `update_refused` with the updates that cannot be read, `payload_too_large` for a push that could be
 * read if it were sent in parts.
 */
export async function readChanges(
  reader: UpdateReader,
  updates: readonly WorkspaceUpdate[],
  largest: number,
): Promise<ReadChange[]> {
  const sent = updates.map((change) => ({
    change,
    type: change.type,
    bytes: Buffer.from(change.type === 'update' ? change.update : change.seen, 'base64'),
  }));
  const placed = sent.map(({ change }, place) => ({ change, place }));
  // An id has only one kind, whoever uses it; devices ignore documents with another form of id.
  refuse(
    placed.filter(({ change }) => !change.documentId.startsWith(`${change.kind}:`)),
    'is not of the kind its document’s id begins with',
  );
  refuse(
    placed.filter(({ place }) => (sent[place]?.bytes.length ?? 0) > largest),
    'is too large',
  );
  const facts = await reader.read(sent.map(({ type, bytes }) => ({ type, bytes })));
  refuse(
    placed.filter(({ place }) => !facts[place]),
    'cannot be read',
  );
  if (facts.reduce((sum, known) => sum + (known?.clients ?? 0), 0) > MOST_CLIENTS)
    throw new AppError('payload_too_large');
  return placed.flatMap(({ change, place }) => {
    const [data, known] = [sent[place]?.bytes, facts[place]];
    return data && known ? [{ change, place, data, ...known }] : [];
  });
}

/** Throws AppError `update_refused` for these changes; does nothing when there are none. */
export function refuse(faulty: readonly Pick<ReadChange, 'change' | 'place'>[], fault: string): void {
  if (faulty.length === 0) return;
  throw new AppError('update_refused', {
    issues: faulty.map(({ change, place }) => ({ path: `updates.${place}`, message: `${change.id} ${fault}` })),
  });
}
