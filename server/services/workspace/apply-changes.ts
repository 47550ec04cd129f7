import type { StoredDocument, StoredRow } from '#server/repositories/workspace-documents.ts';
import type { ReadChange } from './read-changes.ts';

/** The two questions that are asked of state vectors. */
export interface Reaches {
  covers(seen: Uint8Array, reach: Uint8Array): boolean;
  joinReaches(reaches: readonly Uint8Array[]): Uint8Array;
}

/** What becomes of a document by changes that came in. */
export interface AppliedChanges {
  document: StoredDocument;
  /** The changes whose data is kept, by their ids; the others only take their places in the log. */
  kept: ReadonlySet<string>;
  /** Earlier tombstones that no longer count, by their places. */
  superseded: number[];
  /** A document that was forgotten lives again, although nobody sent what was forgotten. */
  lacksItsBeginning: boolean;
}

interface Before {
  document: StoredDocument;
  tombstones: readonly StoredRow[];
}

/**
 * Takes changes into a document. It is deleted exactly when a tombstone covers all of it: what any deleter had not seen
 * brings it back, whichever came first. A tombstone that does not cover it never will again, for a document only grows,
 * and is dropped. One that another covers is dropped too; the rest are all kept, since each may be the only one to
 * cover an update that is still on its way to a device. `now` in milliseconds since 1970.
 */
export function applyChanges(
  { document, tombstones }: Before,
  changes: readonly ReadChange[],
  { covers, joinReaches }: Reaches,
  now: number,
): AppliedChanges {
  const updates = changes.filter(({ change }) => change.type === 'update');
  const reach = joinReaches([document.reach, ...updates.map((update) => update.reach)]);

  // A tombstone goes by its place in the log, a new one by its id.
  const candidates: { seen: Uint8Array; key: number | string }[] = [
    ...tombstones.map(({ seq, data }) => ({ seen: data, key: seq })),
    ...changes.flatMap(({ change, data }) => (change.type === 'delete' ? [{ seen: data, key: change.id }] : [])),
  ];
  let standing: typeof candidates = [];
  for (const candidate of candidates) {
    if (!covers(candidate.seen, reach) || standing.some(({ seen }) => covers(seen, candidate.seen))) continue;
    standing = [...standing.filter(({ seen }) => !covers(candidate.seen, seen)), candidate];
  }
  const keys = new Set(standing.map(({ key }) => key));

  const isDeleted = standing.length > 0;
  // What a forgotten document gets while it stays deleted is forgotten at once.
  const isForgotten = document.isForgotten && isDeleted;
  const storedUpdates = isForgotten ? [] : updates;
  const isComplete = updates.some((update) => update.isWhole && covers(update.reach, document.reach));
  return {
    document: {
      ...document,
      reach,
      size: document.size + storedUpdates.reduce((sum, { data }) => sum + data.length, 0),
      deletedAt: isDeleted ? (document.deletedAt ?? now) : null,
      isForgotten,
    },
    kept: new Set([
      ...storedUpdates.map(({ change }) => change.id),
      ...[...keys].filter((key) => typeof key === 'string'),
    ]),
    superseded: tombstones.flatMap(({ seq }) => (keys.has(seq) ? [] : [seq])),
    lacksItsBeginning: document.isForgotten && !isDeleted && !isComplete,
  };
}
