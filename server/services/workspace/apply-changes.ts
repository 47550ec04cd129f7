import type { StoredDocument, StoredRow } from '#server/repositories/workspace-documents.ts';
import type { ReadChange } from './read-changes.ts';

/** The two operations on state vectors. */
export interface Reaches {
  covers(seen: Uint8Array, reach: Uint8Array): boolean;
  joinReaches(reaches: readonly Uint8Array[]): Uint8Array;
}

/** The result of applying incoming changes to a document. */
export interface AppliedChanges {
  document: StoredDocument;
  /** The ids of the changes whose data is kept; the others only keep their places in the log. */
  kept: ReadonlySet<string>;
  /** The places of earlier tombstones that no longer count. */
  superseded: number[];
  /** Whether a forgotten document lives again, although nobody has sent the forgotten part. */
  lacksItsBeginning: boolean;
}

interface Before {
  document: StoredDocument;
  tombstones: readonly StoredRow[];
}

/**
 * Applies changes to a document. The document is deleted exactly when a tombstone covers all of it: an edit that a
 * deleter had not seen restores the document, whichever of the two came first. A tombstone that does not cover the
 * document never will again, because a document only grows, so it is dropped. A tombstone that another one covers is
 * dropped too; all others are kept, because each may be the only one to cover an update that is still on its way to a
 * device. `now` in milliseconds since 1970.
 */
export function applyChanges(
  { document, tombstones }: Before,
  changes: readonly ReadChange[],
  { covers, joinReaches }: Reaches,
  now: number,
): AppliedChanges {
  const updates = changes.filter(({ change }) => change.type === 'update');
  const reach = joinReaches([document.reach, ...updates.map((update) => update.reach)]);

  // A stored tombstone is identified by its place in the log, a new one by its id.
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
  // Updates of a forgotten document that stays deleted are forgotten at once.
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
