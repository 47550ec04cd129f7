import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { openDocument, type WorkspaceDocument } from '#shared/workspace/document.ts';
import {
  type DocumentStore,
  type ForeignChange,
  NotKeptError,
  type RemoveOutcome,
} from '#shared/workspace/store-port.ts';
import { joinUpdates, tombstoneOf } from '#shared/workspace/tombstone.ts';
import type { DocumentChannel } from '../document-channel.ts';

export interface DeskOptions {
  store: DocumentStore;
  clock: Clock;
  channel: DocumentChannel;
}

/**
 * The workspace documents of the chained prompts, each open once in a window, and shared with the other windows and
 * devices.
 */
export interface Desk {
  /** Opens a document; where this computer keeps nothing, one that is new. */
  open<Kind extends DocumentKind>(kind: Kind, id: string): Promise<WorkspaceDocument<Kind>>;
  /** Ids of the living documents of a kind; none where this computer keeps nothing. */
  list(kind: DocumentKind): Promise<string[]>;
  /** Whether anything was ever written under this id, living or removed. */
  isKnown(id: string): Promise<boolean>;
  /** Puts what was changed on the disk, then tells the other windows. Throws {@link NotKeptError}. */
  keep(document: WorkspaceDocument): Promise<void>;
  remove(document: WorkspaceDocument): Promise<RemoveOutcome>;
  /** Takes in what other windows have written, for a window that may have slept. */
  refresh(document: WorkspaceDocument): Promise<void>;
  /** Calls back with what others did to a document; one that is open here has taken it in already. */
  onForeign(listener: (change: ForeignChange) => void): () => void;
  close(): void;
}

interface Entry {
  document: WorkspaceDocument;
  pending: Uint8Array[];
  /** The store has what this document began with. */
  isStored: boolean;
  written: number;
}

const COMPACT_EVERY = 100;

export function createDesk({ store, clock, channel }: DeskOptions): Desk {
  const entries = new Map<string, Promise<Entry>>();
  const listeners = new Set<(change: ForeignChange) => void>();

  async function begin(kind: DocumentKind, id: string): Promise<Entry> {
    const updates = await orNothing(() => store.load(id), []);
    const document: WorkspaceDocument = openDocument({ id, kind }, updates);
    const entry: Entry = { document, pending: [], isStored: updates.length > 0, written: 0 };
    document.onUpdate((update) => entry.pending.push(update));
    return entry;
  }
  function entryOf(kind: DocumentKind, id: string): Promise<Entry> {
    const known = entries.get(id);
    if (known) return known;
    const entry = begin(kind, id);
    entries.set(id, entry);
    entry.catch(() => entries.delete(id));
    return entry;
  }

  async function takeIn({ id, update, isRemoved }: ForeignChange): Promise<void> {
    const open = entries.get(id);
    if (!open) return;
    const entry = await open;
    if (update) entry.document.apply(update);
    else if (!isRemoved) await refresh(entry.document);
    // What is written next is written whole: a removed document may be purged meanwhile.
    entry.isStored = !isRemoved;
  }
  async function refresh(document: WorkspaceDocument): Promise<void> {
    const updates = await orNothing(() => store.load(document.id), []);
    for (const update of updates) document.apply(update);
  }

  const stopListening = channel.listen(async (change) => {
    await takeIn(change);
    for (const listener of listeners) listener(change);
  });

  return {
    async open<Kind extends DocumentKind>(kind: Kind, id: string) {
      // An id has one kind: it begins with its name.
      return (await entryOf(kind, id)).document as WorkspaceDocument<Kind>;
    },
    list: (kind) => orNothing(() => store.list(kind), []),
    isKnown: async (id) => (await orNothing(() => store.load(id), [])).length > 0,
    async keep(document) {
      const entry = await entryOf(document.kind, document.id);
      if (entry.pending.length === 0) return;
      document.touch(clock.now());
      const batch = entry.isStored ? joinUpdates(entry.pending) : document.encode();
      const taken = entry.pending;
      entry.pending = [];
      try {
        await store.append({ id: document.id, kind: document.kind }, batch);
      } catch (error) {
        entry.pending = [...taken, ...entry.pending];
        throw error;
      }
      entry.isStored = true;
      entry.written += 1;
      channel.tell({ id: document.id, kind: document.kind, update: batch, isRemoved: false });
      // Compacting only makes the next opening quicker. A failure is ignored: a full disk shows with the next write.
      if (entry.written % COMPACT_EVERY === 0) store.compact(document.id).catch(() => undefined);
    },
    async remove(document) {
      const { id, kind } = document;
      const outcome = await store.remove(tombstoneOf(document, clock.now()));
      if (outcome === 'kept') return outcome;
      // What is written next is written whole: a removed document may be purged meanwhile.
      entries.delete(id);
      channel.tell({ id, kind, update: null, isRemoved: true });
      return outcome;
    },
    refresh,
    onForeign(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stopListening();
      listeners.clear();
      channel.close();
    },
  };
}

/** What the store says; where it keeps nothing, as in some private windows, `nothing`. */
async function orNothing<T>(read: () => Promise<T>, nothing: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotKeptError) return nothing;
    throw error;
  }
}
