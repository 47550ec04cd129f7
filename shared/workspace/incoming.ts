import { isExchanged } from './document-ids.ts';
import type {
  Deletion,
  DocumentChange,
  DocumentName,
  ForeignChange,
  NamedChange,
  ReceivedChange,
  StoredDocument,
} from './store-port.ts';
import { covers, joinUpdates, joinVectors, reachOf, standing, vectorOf, withDeletion } from './tombstone.ts';

/** What came in for one document. */
export interface Incoming extends DocumentName {
  readonly updates: Uint8Array[];
  readonly deletions: Deletion[];
}

/** What came in, by document. Documents that are not exchanged are passed over: a server has no say in them. */
export function byDocument(changes: readonly ReceivedChange[]): Incoming[] {
  const found = new Map<string, Incoming>();
  for (const change of changes) {
    const { id, kind } = change;
    if (!isExchanged(change)) continue;
    const incoming = found.get(id) ?? { id, kind, updates: [], deletions: [] };
    found.set(id, incoming);
    if (change.type === 'update') incoming.updates.push(change.update);
    else incoming.deletions.push({ seen: change.seen, at: change.at });
  }
  return [...found.values()];
}

/** How a document stands once something has come in. */
interface MergedDocument {
  readonly deletions: readonly Deletion[];
  /** Null where nobody needs to be told. */
  readonly change: ForeignChange | null;
  /**
   * The whole document, where what was typed has overruled a deletion, here and unsent, or elsewhere after this device
   * had taken the document for deleted: a server that forgot the text of what was deleted long ago gets it back from
   * each device that still has some of it. Null elsewhere.
   */
  readonly resend: Uint8Array | null;
}

/** What a store knows of a document. */
interface Known extends Pick<StoredDocument, 'updates' | 'deletions'> {
  /** How far what was forgotten of it reached, as a state vector. */
  readonly forgotten: Uint8Array | null;
}

/** Where neither side has a deletion, nothing need be known. */
export const nothingKnown: Known = { updates: [], deletions: [], forgotten: null };

/** Joins what came in with what is stored. */
export function mergeIncoming(known: Known, incoming: Incoming, isUnsent: boolean): MergedDocument {
  const updates = [...known.updates, ...incoming.updates];
  const all = incoming.deletions.reduce<readonly Deletion[]>(withDeletion, known.deletions);
  const deletions = standing(all, updates, known.forgotten);
  const isRemoved = deletions.length > 0;
  const isOverruled = !isRemoved && incoming.deletions.length > 0;
  const cameBack = !isRemoved && known.deletions.length > 0 && known.updates.length > 0;
  const isNews = incoming.updates.length > 0 || isRemoved !== known.deletions.length > 0;
  return {
    deletions,
    change: isNews
      ? {
          id: incoming.id,
          kind: incoming.kind,
          update: incoming.updates.length > 0 ? joinUpdates(incoming.updates) : null,
          isRemoved,
        }
      : null,
    resend: cameBack || (isOverruled && isUnsent && updates.length > 0) ? joinUpdates(updates) : null,
  };
}

/**
 * Whether the server gives back just what was sent. Under the same name it may give more: older updates of a document
 * are folded into a later one, which keeps its name.
 */
export function isSameChange(received: ReceivedChange, sent: NamedChange | undefined): boolean {
  if (sent === undefined || received.id !== sent.id) return false;
  const [here, there] = [bytesOf(sent), bytesOf(received)];
  return (
    received.type === sent.type && here.length === there.length && here.every((byte, index) => byte === there[index])
  );
}

function bytesOf(change: DocumentChange): Uint8Array {
  return change.type === 'update' ? change.update : change.seen;
}

/** What a device remembers of a document whose words it has forgotten. */
export interface Forgotten {
  /** How far they reached, as a state vector. */
  readonly reach: Uint8Array;
  /** Whether the server was asked for them since. */
  readonly isAsked: boolean;
}

/** What is to be remembered when these updates are forgotten, after what was forgotten before. */
export function forgetWords(updates: readonly Uint8Array[], before: Forgotten | null): Forgotten {
  const reach = reachOf(updates);
  return { reach: before === null ? reach : joinVectors(reach, before.reach), isAsked: false };
}

/** Whether a document that lives lacks what was forgotten of it. */
export function isMissing(forgotten: Forgotten, { updates, deletions }: Pick<StoredDocument, 'updates' | 'deletions'>) {
  return !forgotten.isAsked && deletions.length === 0 && !covers(vectorOf(updates), forgotten.reach);
}

/**
 * A deletion made here, with what is stored. Whoever deletes here deletes what was forgotten here as well: nobody sees it,
 * and somebody who did had deleted it. Null where it does not cover what is stored.
 */
export function deletionHere(given: Deletion, updates: readonly Uint8Array[], forgotten: Uint8Array | null) {
  const seen = forgotten === null ? given.seen.slice() : joinVectors(given.seen, forgotten);
  const deletion: Deletion = { seen, at: given.at };
  return standing([deletion], updates, forgotten).length > 0 ? deletion : null;
}
