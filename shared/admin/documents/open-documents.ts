import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { openDocument, type WorkspaceDocument } from '#shared/workspace/document.ts';
import type { DocumentName, DocumentStore, ForeignChange, RemoveOutcome } from '#shared/workspace/store-port.ts';
import type { DocumentChannel } from '../document-channel.ts';
import { createOpenDocument, type OpenDocument } from './open-document.ts';
import { loaded, orNothing } from './stored.ts';

export interface OpenDocumentsOptions {
  store: DocumentStore;
  clock: Clock;
  timers: Timers;
  channel: DocumentChannel;
  /** Called when a document that cannot be read completely is opened. */
  onUnread?: ((document: DocumentName) => void) | undefined;
}

/**
 * The workspace documents of the chained prompts. Each is opened once in a window, and shared with the other windows
 * and devices.
 */
export interface OpenDocuments {
  /** Opens a document; a new one where this computer keeps nothing. */
  open<Kind extends DocumentKind>(kind: Kind, id: string): Promise<WorkspaceDocument<Kind>>;
  /** Returns the ids of the documents of a kind that are not removed; none where this computer keeps nothing. */
  list(kind: DocumentKind): Promise<string[]>;
  /** Whether anything was ever written under this id, even if the document has been removed. */
  isKnown(id: string): Promise<boolean>;
  /** Writes the changes to the disk, then tells the other windows. Throws NotKeptError. */
  keep(document: WorkspaceDocument): Promise<void>;
  /** Like `keep`, but automatically, within so many milliseconds; retried while this computer refuses the write. */
  keepSoon(document: WorkspaceDocument, milliseconds: number): void;
  /**
   * Writes everything that is open to the disk, for a page that may not come back; retried where a write is refused.
   */
  flush(): Promise<void>;
  remove(document: WorkspaceDocument): Promise<RemoveOutcome>;
  /** Takes in what other windows have written, for a window that may have been asleep. */
  refresh(document: WorkspaceDocument): Promise<void>;
  /**
   * Calls `listener` with what others did to a document; a document that is open here has already taken the change in.
   */
  onForeign(listener: (change: ForeignChange) => void): () => void;
  /** Writes what is left, and stops listening. */
  close(): Promise<void>;
}

export function createOpenDocuments(options: OpenDocumentsOptions): OpenDocuments {
  const { store, clock, timers, channel, onUnread } = options;
  const entries = new Map<string, Promise<OpenDocument>>();
  const listeners = new Set<(change: ForeignChange) => void>();
  let isClosed = false;

  function onKept(change: ForeignChange): void {
    // A removed document is opened anew if it is asked for again.
    if (change.isRemoved) entries.delete(change.id);
    if (!isClosed) channel.tell(change);
  }
  async function begin(kind: DocumentKind, id: string): Promise<OpenDocument> {
    const updates = await loaded(store, id);
    const document: WorkspaceDocument = openDocument({ id, kind }, updates);
    if (document.unread > 0) onUnread?.({ id, kind });
    return createOpenDocument({ document, store, clock, timers, isStored: updates.length > 0, onKept });
  }
  function entryOf({ kind, id }: DocumentName): Promise<OpenDocument> {
    const known = entries.get(id);
    if (known) return known;
    const entry = begin(kind, id);
    entries.set(id, entry);
    entry.catch(() => entries.delete(id));
    return entry;
  }

  const stopListening = channel.listen(async (change) => {
    await (await entries.get(change.id))?.takeIn(change);
    for (const listener of listeners) listener(change);
  });

  return {
    async open<Kind extends DocumentKind>(kind: Kind, id: string) {
      // An id belongs to one kind: it begins with the name of the kind.
      return (await entryOf({ kind, id })).document as WorkspaceDocument<Kind>;
    },
    list: (kind) => orNothing(store.list(kind), []),
    isKnown: async (id) => (await loaded(store, id)).length > 0,
    keep: async (document) => (await entryOf(document)).keep(),
    keepSoon: (document, milliseconds) => void entryOf(document).then((entry) => entry.keepSoon(milliseconds)),
    remove: async (document) => (await entryOf(document)).remove(),
    refresh: async (document) => (await entryOf(document)).refresh(),
    async flush() {
      const writes = [...entries.values()].map(async (entry) => (await entry).keep());
      await Promise.allSettled(writes);
    },
    onForeign(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stopListening();
      listeners.clear();
      await Promise.allSettled([...entries.values()].map(async (entry) => (await entry).close()));
      isClosed = true;
      channel.close();
    },
  };
}
