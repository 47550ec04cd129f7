import * as Y from 'yjs';
import type { WorkspaceDocument } from './document.ts';
import type { Deletion, Tombstone } from './store-port.ts';

/** Returns the deletion of a document as it is open here. */
export function tombstoneOf(document: WorkspaceDocument, at: number): Tombstone {
  return { id: document.id, kind: document.kind, seen: document.stateVector(), at };
}

/**
 * Whether a deleter who had `seen` (a state vector) had seen this update too. If not, the edit wins over the deletion.
 */
export function hasSeen(seen: Uint8Array, update: Uint8Array): boolean {
  return reaches(Y.decodeStateVector(seen), Y.parseUpdateMeta(update).to);
}

/** Whether a state vector covers everything that another one covers. */
export function covers(seen: Uint8Array, other: Uint8Array): boolean {
  return reaches(Y.decodeStateVector(seen), Y.decodeStateVector(other));
}

function reaches(seen: ReadonlyMap<number, number>, clocks: ReadonlyMap<number, number>): boolean {
  return [...clocks].every(([client, clock]) => clock <= (seen.get(client) ?? 0));
}

/**
 * Returns the deletions that stand over these updates, and over the `forgotten` part of the document (a state vector):
 * those that had seen all of it. A document is deleted exactly when a deletion stands. A document's updates only grow,
 * so a deletion that does not stand never will, and may be forgotten.
 */
export function standing<Each extends { readonly seen: Uint8Array }>(
  deletions: readonly Each[],
  updates: readonly Uint8Array[],
  forgotten: Uint8Array | null = null,
): Each[] {
  if (deletions.length === 0) return [];
  const clocks = updates.map((update) => Y.parseUpdateMeta(update).to);
  if (forgotten !== null) clocks.push(Y.decodeStateVector(forgotten));
  return deletions.filter(({ seen }) => {
    const vector = Y.decodeStateVector(seen);
    return clocks.every((each) => reaches(vector, each));
  });
}

/**
 * Returns the deletions with one added, without those that another one makes redundant. Two devices that deleted
 * without seeing each other leave two deletions: joined into one, they would cover what neither deleter had seen.
 * Returns the same list when nothing is new.
 */
export function withDeletion(deletions: readonly Deletion[], added: Deletion): readonly Deletion[] {
  if (deletions.some(({ seen }) => covers(seen, added.seen))) return deletions;
  return [...deletions.filter(({ seen }) => !covers(added.seen, seen)), added];
}

/** Returns one update with the contents of many; text that was typed and removed again is forgotten. */
export function compactUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  const whole = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return whole;
}

/** Joins many updates into one, without applying them: for a batch on its way to the store. */
export function joinUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const [first] = updates;
  return updates.length === 1 && first ? first : Y.mergeUpdates([...updates]);
}

/** Returns the state vector of these updates together: for each author, up to the first missing change. */
export function vectorOf(updates: readonly Uint8Array[]): Uint8Array {
  return Y.encodeStateVectorFromUpdate(joinUpdates(updates));
}

/** Returns the furthest that these updates reach, as a state vector, whatever is missing before it. */
export function reachOf(updates: readonly Uint8Array[]): Uint8Array {
  return furthest(updates.map((update) => Y.parseUpdateMeta(update).to));
}

/** Returns a state vector that covers everything that these two cover. */
export function joinVectors(one: Uint8Array, other: Uint8Array): Uint8Array {
  return furthest([Y.decodeStateVector(one), Y.decodeStateVector(other)]);
}

function furthest(all: readonly ReadonlyMap<number, number>[]): Uint8Array {
  const reach = new Map<number, number>();
  for (const clocks of all) {
    for (const [client, clock] of clocks) reach.set(client, Math.max(clock, reach.get(client) ?? 0));
  }
  return Y.encodeStateVector(reach);
}

/** Returns the part of these updates beyond a state vector, as one update; null when the vector covers them. */
export function beyond(updates: readonly Uint8Array[], seen: Uint8Array): Uint8Array | null {
  if (updates.length === 0) return null;
  const whole = joinUpdates(updates);
  return hasSeen(seen, whole) ? null : Y.diffUpdate(whole, seen);
}

/** Larger than any Ninefold document: bytes that exceed this are not read. */
const MAX_UPDATE_BYTES = 32 * 1024 * 1024;

/** Whether bytes from outside are an update that every document can apply. */
export function isSoundUpdate(update: Uint8Array): boolean {
  if (update.length > MAX_UPDATE_BYTES) return false;
  const doc = new Y.Doc();
  try {
    // Parsed first, part by part: applying the update would at once allocate room for as many parts as it claims to
    // have.
    Y.parseUpdateMeta(update);
    Y.applyUpdate(doc, update);
    return true;
  } catch {
    // The library throws whatever the sender of the bytes chooses.
    return false;
  } finally {
    doc.destroy();
  }
}

/** Whether bytes from outside are a state vector. */
export function isSoundVector(vector: Uint8Array): boolean {
  try {
    Y.decodeStateVector(vector);
    return true;
  } catch {
    // The library throws whatever the sender of the bytes chooses.
    return false;
  }
}
