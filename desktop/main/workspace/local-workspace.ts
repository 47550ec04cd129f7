import type { IpcOutput, StoreChange } from '#shared/contract/ipc.ts';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import { fromBase64, toBase64 } from '#shared/workspace/base64.ts';
import type { Exchange } from '#shared/workspace/exchange/exchange.ts';
import {
  type DocumentStore,
  type ExchangeStore,
  type ForeignChange,
  NotKeptError,
} from '#shared/workspace/store-port.ts';
import type { SendEvent } from '../ipc/send-event.ts';
import type { Log } from '../log.ts';

/** The local documents of one server, for the page: every call is a channel of the table. */
export interface Workspace {
  list(kind: DocumentKind): Promise<string[]>;
  load(id: string): Promise<string[]>;
  summaries(): Promise<IpcOutput<'store.summaries'>>;
  tombstones(): Promise<IpcOutput<'store.tombstones'>>;
  /** Changes a document; `from` is the page that asks, and is not told of the change. */
  apply(change: StoreChange, from: number): Promise<IpcOutput<'workspace.apply'>>;
  state: Exchange['state'];
  /**
   * Returns the site that these documents belong to; null before the first exchange, and while the documents cannot be
   * read.
   */
  siteId(): Promise<string | null>;
  syncNow(): Promise<void>;
  adopt(): Promise<void>;
  answerDeletions: Exchange['answerDeletions'];
  /** The documents themselves, for the archive. */
  readonly store: DocumentStore;
  /** Resolves when every requested write is on the disk and no work is in progress. */
  close(): Promise<void>;
}

export interface WorkspaceOptions {
  store: DocumentStore & Pick<ExchangeStore, 'place'> & { close(): void | Promise<void> };
  exchange: Exchange;
  send: SendEvent;
  /** Called when a document was changed, here or elsewhere: by this update, or null when it was removed. */
  onChanged(id: string, update: Uint8Array | null): void;
  log: Log;
}

/** Connects the store and the exchange to the channels, and tells the windows of changes that others made. */
export function createWorkspace({ store, exchange, send, onChanged, log }: WorkspaceOptions): Workspace {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  const endState = exchange.onState(() => send('sync.state', exchange.state()));
  const endForeign = exchange.onForeign((changes) => {
    send('documents.changed', changes.map(onTheWire));
    for (const { id, update } of changes) onChanged(id, update);
  });
  exchange.start();

  function announce(change: ForeignChange, from: number) {
    exchange.noticeWrite(change.id);
    send('documents.changed', [onTheWire(change)], from);
    onChanged(change.id, change.update);
  }

  return {
    store,
    list: (kind) => store.list(kind),
    load: async (id) => (await store.load(id)).map(toBase64),
    summaries: async () => JSON.stringify(await store.summaries()),
    tombstones: async () =>
      (await store.tombstones()).map((tombstone) => ({ ...tombstone, seen: toBase64(tombstone.seen) })),
    async apply(change, from) {
      if (isClosed) return { ok: false, message: 'The server was just changed. Nothing was written.' };
      const writing = write(store, change, (announced) => announce(announced, from));
      underWay.add(writing);
      try {
        return await writing;
      } catch (error) {
        log.error(`A document was not kept (${change.type})`, error);
        return { ok: false, message: wordsFor(error) };
      } finally {
        underWay.delete(writing);
      }
    },
    state: () => exchange.state(),
    siteId: () =>
      store.place().then(
        (place) => place?.siteId ?? null,
        (error: unknown) => {
          log.warn('The local database does not say whose it is', error);
          return null;
        },
      ),
    syncNow: () => exchange.syncNow().catch((error: unknown) => log.warn('The exchange failed', error)),
    adopt: () => exchange.adoptSite(),
    answerDeletions: (key, answer) => exchange.answerDeletions(key, answer),
    async close() {
      isClosed = true;
      await Promise.allSettled([...underWay]);
      await exchange.stop();
      endState();
      endForeign();
      await store.close();
    },
  };
}

/** Writes a page's change into the store, and announces it to the other windows. Throws the store's errors. */
async function write(
  store: DocumentStore,
  change: StoreChange,
  announce: (change: ForeignChange) => void,
): Promise<IpcOutput<'workspace.apply'>> {
  switch (change.type) {
    case 'append': {
      const { document } = change;
      const update = fromBase64(change.update);
      await store.append(document, update);
      announce({ ...document, update, isRemoved: false });
      return { ok: true };
    }
    case 'remove': {
      const { id, kind, seen, at } = change.tombstone;
      const outcome = await store.remove({ id, kind, seen: fromBase64(seen), at });
      if (outcome === 'removed') announce({ id, kind, update: null, isRemoved: true });
      return { ok: true, outcome };
    }
    case 'compact':
      await store.compact(change.id);
      return { ok: true };
    case 'purge':
      await store.purge(change.before);
      return { ok: true };
  }
}

/** Returns a change in the form that windows receive, with its update in base64. */
const onTheWire = ({ id, kind, update, isRemoved }: ForeignChange) => ({
  id,
  kind,
  update: update && toBase64(update),
  isRemoved,
});

/** Returns what the owner can do about an error, if the disk says what it is. */
function wordsFor(error: unknown): string {
  const cause = error instanceof NotKeptError ? error.cause : error;
  if (isDiskFull(cause)) return 'The disk is full.';
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (/^(SQLITE_(READONLY|CANTOPEN|PERM)|EROFS|EACCES|EPERM)/.test(code)) {
    return 'The folder of the app cannot be written to.';
  }
  return 'The local database did not take it.';
}
