import type { LoggedUpdate, WorkspaceUpdate } from '#shared/contract/workspace.ts';
import { fromBase64, toBase64 } from '../base64.ts';
import type { DocumentChange, NamedChange, ReceivedChange } from '../store-port.ts';
import { isSoundUpdate, isSoundVector } from '../tombstone.ts';
import type { CompareAnswer } from './exchange-port.ts';

/** A change as the contract has it. */
export function toWire(change: NamedChange): WorkspaceUpdate {
  const { changeId, id, kind } = change;
  return change.type === 'update'
    ? { type: 'update', id: changeId, documentId: id, kind, update: toBase64(change.update) }
    : { type: 'delete', id: changeId, documentId: id, kind, seen: toBase64(change.seen) };
}

/** A change of the server's log; null for one whose bytes no document can take in. */
export function fromLog({ change, createdAt }: LoggedUpdate): ReceivedChange | null {
  const { id: changeId, documentId: id, kind } = change;
  const received: DocumentChange =
    change.type === 'update'
      ? { id, kind, type: 'update', update: fromBase64(change.update) }
      : { id, kind, type: 'delete', seen: fromBase64(change.seen), at: Date.parse(createdAt) };
  return isSound(received) ? { ...received, changeId } : null;
}

/**
 * What a comparison says of one document, as changes; null in the place of one that cannot be read. A comparison does
 * not give the time of a deletion: `now` is taken.
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
