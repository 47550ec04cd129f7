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

/** The incoming changes of one document. */
export interface Incoming extends DocumentName {
  readonly updates: Uint8Array[];
  readonly deletions: Deletion[];
}

/** Groups incoming changes by document. Documents that are not exchanged are skipped: a server must not change them. */
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

/** The state of a document after incoming changes. */
interface MergedDocument {
  readonly deletions: readonly Deletion[];
  /** Null when nobody needs to be told. */
  readonly change: ForeignChange | null;
  /**
   * The whole document, when an edit has overruled a deletion: an unsent edit here, or an edit elsewhere after this
   * device had taken the document for deleted. A server that has forgotten the text of an old deleted document gets it
   * back from each device that still has some of it. Null in all other cases.
   */
  readonly resend: Uint8Array | null;
}

/** What a store knows of a document. */
interface Known extends Pick<StoredDocument, 'updates' | 'deletions'> {
  /** How far the forgotten updates of the document reached, as a state vector. */
  readonly forgotten: Uint8Array | null;
}

/** Used when neither side has a deletion: then no stored data is needed. */
export const nothingKnown: Known = { updates: [], deletions: [], forgotten: null };

/** Merges incoming changes with the stored document. */
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
 * Whether the server gives back exactly the sent change. Under the same name it may give more: older updates of a
 * document are folded into a later one, which keeps its name.
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
  /** How far the words reached, as a state vector. */
  readonly reach: Uint8Array;
  /** Whether the server was asked for the words since. */
  readonly isAsked: boolean;
}

/** Returns what to remember when these updates are forgotten, in addition to what was forgotten before. */
export function forgetWords(updates: readonly Uint8Array[], before: Forgotten | null): Forgotten {
  const reach = reachOf(updates);
  return { reach: before === null ? reach : joinVectors(reach, before.reach), isAsked: false };
}

/** Whether a living document lacks its forgotten words. */
export function isMissing(forgotten: Forgotten, { updates, deletions }: Pick<StoredDocument, 'updates' | 'deletions'>) {
  return !forgotten.isAsked && deletions.length === 0 && !covers(vectorOf(updates), forgotten.reach);
}

/**
 * Returns a deletion made here, extended by the forgotten words: a deletion here deletes those as well, because nobody
 * sees them here, and somebody who saw them had deleted them. Returns null when the deletion does not cover the stored
 * updates.
 */
export function deletionHere(given: Deletion, updates: readonly Uint8Array[], forgotten: Uint8Array | null) {
  const seen = forgotten === null ? given.seen.slice() : joinVectors(given.seen, forgotten);
  const deletion: Deletion = { seen, at: given.at };
  return standing([deletion], updates, forgotten).length > 0 ? deletion : null;
}
