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
  /** Hears of a document of which not all can be read, when it is opened. */
  onUnread?: ((document: DocumentName) => void) | undefined;
}

/**
 * The workspace documents of the chained prompts, each open once in a window, and shared with the other windows and
 * devices.
 */
export interface OpenDocuments {
  /** Opens a document; where this computer keeps nothing, one that is new. */
  open<Kind extends DocumentKind>(kind: Kind, id: string): Promise<WorkspaceDocument<Kind>>;
  /** Ids of the living documents of a kind; none where this computer keeps nothing. */
  list(kind: DocumentKind): Promise<string[]>;
  /** Whether anything was ever written under this id, living or removed. */
  isKnown(id: string): Promise<boolean>;
  /** Puts what was changed on the disk, then tells the other windows. Throws NotKeptError. */
  keep(document: WorkspaceDocument): Promise<void>;
  /** The same by itself, at the latest after so many milliseconds; tried again while this computer refuses it. */
  keepSoon(document: WorkspaceDocument, milliseconds: number): void;
  /** Puts everything that is open on the disk, for a page that may not come back; tried again where it is refused. */
  flush(): Promise<void>;
  remove(document: WorkspaceDocument): Promise<RemoveOutcome>;
  /** Takes in what other windows have written, for a window that may have slept. */
  refresh(document: WorkspaceDocument): Promise<void>;
  /** Calls back with what others did to a document; one that is open here has taken it in already. */
  onForeign(listener: (change: ForeignChange) => void): () => void;
  /** Keeps what is left, and hears nothing more. */
  close(): Promise<void>;
}

export function createOpenDocuments(options: OpenDocumentsOptions): OpenDocuments {
  const { store, clock, timers, channel, onUnread } = options;
  const entries = new Map<string, Promise<OpenDocument>>();
  const listeners = new Set<(change: ForeignChange) => void>();
  let isClosed = false;

  function onKept(change: ForeignChange): void {
    // What is removed is opened anew, should anybody ask for it again.
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
      // An id has one kind: it begins with its name.
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
