import * as Y from 'yjs';
import type { WorkspaceDocument } from './document.ts';
import type { Tombstone } from './store-port.ts';

/** The deletion of a document as it is open here. */
export function tombstoneOf(document: WorkspaceDocument, at: number): Tombstone {
  return { id: document.id, kind: document.kind, seen: document.stateVector(), at };
}

/**
 * Whether a deleter who had `seen` (a state vector) had seen this update too. If not, the edit wins over the deletion
 * (design §9).
 */
export function hasSeen(seen: Uint8Array, update: Uint8Array): boolean {
  const clocks = Y.decodeStateVector(seen);
  return [...Y.parseUpdateMeta(update).to].every(([client, clock]) => clock <= (clocks.get(client) ?? 0));
}

/** One update that says what many did; what was typed and taken away again is forgotten. */
export function compactUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  const whole = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return whole;
}

/** Many updates as one, unread: for a batch on its way to the store. */
export function joinUpdates(updates: readonly Uint8Array[]): Uint8Array {
  const [first] = updates;
  return updates.length === 1 && first ? first : Y.mergeUpdates([...updates]);
}
