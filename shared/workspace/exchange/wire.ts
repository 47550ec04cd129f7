import type { LoggedUpdate, WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { fromBase64, toBase64 } from '../base64.ts';
import type { DocumentChange, NamedChange, ReceivedChange } from '../store-port.ts';
import { isSoundUpdate, isSoundVector } from '../tombstone.ts';
import type { CompareAnswer } from './exchange-port.ts';

/** Returns a change in the form of the contract. */
export function toWire(change: NamedChange): WorkspaceUpdate {
  const { changeId, id, kind } = change;
  return change.type === 'update'
    ? { type: 'update', id: changeId, documentId: id, kind, update: toBase64(change.update) }
    : { type: 'delete', id: changeId, documentId: id, kind, seen: toBase64(change.seen) };
}

/** Returns a change from the server's log; null for a change whose bytes no document can apply. */
export function fromLog({ change, createdAt }: LoggedUpdate): ReceivedChange | null {
  const { id: changeId, documentId: id, kind } = change;
  const received: DocumentChange =
    change.type === 'update'
      ? { id, kind, type: 'update', update: fromBase64(change.update) }
      : { id, kind, type: 'delete', seen: fromBase64(change.seen), at: Date.parse(createdAt) };
  return isSound(received) ? { ...received, changeId } : null;
}

/**
 * Returns a comparison's answer about one document as changes, with null in the place of a change that cannot be read.
 * A comparison does not give the time of a deletion, so `now` is used.
 */
export function fromComparison(
  { documentId: id, kind, update, deleted }: CompareAnswer['documents'][number],
  now: number,
): (ReceivedChange | null)[] {
  const changes: DocumentChange[] = [];
  if (update !== null) changes.push({ id, kind, type: 'update', update: fromBase64(update) });
  for (const seen of deleted) changes.push({ id, kind, type: 'delete', seen: fromBase64(seen), at: now });
  return changes.map((change) => (isSound(change) ? { ...change, changeId: null } : null));
}

function isSound(change: DocumentChange): boolean {
  return change.type === 'update' ? isSoundUpdate(change.update) : isSoundVector(change.seen);
}
