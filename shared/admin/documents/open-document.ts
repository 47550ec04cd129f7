import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import type { DocumentStore, ForeignChange, RemoveOutcome } from '#shared/workspace/store-port.ts';
import { joinUpdates, tombstoneOf } from '#shared/workspace/tombstone.ts';
import { loaded } from './stored.ts';

/**
 * Where the changes of a document are. `kept`: all of them are on this computer's disk, since `at` (null when nothing
 * has been changed yet). `typing`: the first change that is not on the disk was made at `since`. `not-kept`: the
 * computer refused the change, for the reason given, and the write is tried again. Times are milliseconds since 1970.
 */
export type JournalState =
  | { readonly kind: 'kept'; readonly at: number | null }
  | { readonly kind: 'typing'; readonly since: number }
  | { readonly kind: 'not-kept'; readonly since: number; readonly reason: string };

interface OpenDocumentOptions<Kind extends DocumentKind> {
  document: WorkspaceDocument<Kind>;
  store: DocumentStore;
  clock: Clock;
  timers: Timers;
  /**
   * Whether the store has the state that this document began with. If it does not, the first change writes the whole
   * document.
   */
  isStored: boolean;
  /**
   * Milliseconds from the first change that is not kept to the automatic write. Without a value, changes are written
   * only when asked for.
   */
  delay?: number;
  /** Called after each write and removal that is on the disk, to tell the other windows. */
  onKept?: (change: ForeignChange) => void;
  /** Called whenever the journal's state changes. */
  onJournal?: (() => void) | undefined;
}

/**
 * A workspace document that is open in this window: it is written to this computer's disk, and takes in the changes of
 * other windows.
 */
export interface OpenDocument<Kind extends DocumentKind = DocumentKind> {
  readonly document: WorkspaceDocument<Kind>;
  /** Returns the same object until something changes. */
  journal(): JournalState;
  /**
   * Writes now what is not written yet. Resolves when everything that was changed before the call is on the disk.
   * Throws NotKeptError; the write is then tried again automatically, and with the next call.
   */
  keep(): Promise<void>;
  /** Like `keep`, but automatically, within so many milliseconds. */
  keepSoon(milliseconds: number): void;
  /** Takes in what another window or device did to this document. */
  takeIn(change: ForeignChange): Promise<void>;
  /** Takes in what others have written to the store, for a window that may have been asleep. */
  refresh(): Promise<void>;
  /**
   * Writes what is left and removes the document from this computer's lists, unless the document is changed in the
   * meantime. Throws NotKeptError.
   */
  remove(): Promise<RemoveOutcome>;
  /**
   * Writes what is left and stops listening. A write that the disk refuses even then is retried while the program runs.
   */
  close(): Promise<void>;
}

/**
 * The time, in milliseconds, from the first typed word that is not kept to its write. The promise is one second,
 * including the disk's time; a keystroke never waits.
 */
export const TYPED_DELAY_MS = 400;
/**
 * The number of writes after which the document is compacted: reading a document takes time for each of its updates.
 */
const COMPACT_EVERY = 100;

/** Keeps a document on this computer's disk while it is open, so that no typed word is ever lost. */
export function createOpenDocument<Kind extends DocumentKind>(options: OpenDocumentOptions<Kind>): OpenDocument<Kind> {
  const { document, store, clock, timers, delay, onKept = () => undefined, onJournal = () => undefined } = options;
  const name = { id: document.id, kind: document.kind };
  const unwritten = createUnwritten();
  const writing = new Set<Writing>();
  const timer = createWriteTimer(timers, () => void keep().catch(saidByJournal));
  const disk = diskOf(options);
  const journal = createJournal(() => journalOf(disk, [...writing, unwritten]), onJournal);

  async function write(batch: Uint8Array, since: number): Promise<unknown> {
    const fault = await disk.write(batch);
    if (fault === null) {
      timer.succeeded();
      onKept({ ...name, update: batch, isRemoved: false });
    } else {
      // The batch goes back to the front: a change is always either unwritten or on the disk.
      unwritten.putBack(batch, since);
      timer.retry();
    }
    return fault;
  }
  function begin(since: number): void {
    unwritten.pause(() => document.touch(clock.now()));
    const updates = unwritten.take();
    const entry = { since, done: write(disk.isKnown ? joinUpdates(updates) : document.encode(), since) };
    // Writes may overlap: updates commute, and a page that goes away cannot wait for the earlier write.
    writing.add(entry);
    void entry.done.then(() => {
      writing.delete(entry);
      journal.say();
    });
  }
  async function keep(): Promise<void> {
    timer.callOff();
    if (unwritten.since !== null) begin(unwritten.since);
    journal.say();
    const outcomes = await Promise.all([...writing].map(({ done }) => done));
    const fault = outcomes.find((outcome) => outcome !== null);
    if (fault !== undefined) throw fault;
  }

  const stop = document.onUpdate((update) => {
    if (!unwritten.add(update, clock.now())) return;
    if (delay !== undefined) timer.writeAfter(delay);
    journal.say();
  });

  return {
    document,
    journal: journal.state,
    keep,
    keepSoon: timer.writeAfter,
    async takeIn({ update, isRemoved }) {
      if (update) document.apply(update);
      else if (!isRemoved) await takeInStored(store, document);
      // From now on the whole document is written: a removed document may be purged before the next change is made
      // here.
      if (isRemoved) disk.isKnown = false;
    },
    refresh: () => takeInStored(store, document),
    async remove() {
      await keep();
      if (unwritten.since !== null) return 'kept';
      // As in `takeIn`.
      disk.isKnown = false;
      const outcome = await store.remove(tombstoneOf(document, clock.now()));
      if (outcome === 'removed') onKept({ ...name, update: null, isRemoved: true });
      return outcome;
    },
    async close() {
      stop();
      await keep().catch(saidByJournal);
    },
  };
}

async function takeInStored(store: DocumentStore, document: WorkspaceDocument): Promise<void> {
  for (const update of await loaded(store, document.id)) document.apply(update);
}

/** A refused write is retried, and the journal shows it; so nothing is done with the error here. */
function saidByJournal(): void {}

/** A write in progress: when the first of its changes was made, and the error that stopped it, null for none. */
interface Writing {
  readonly since: number;
  readonly done: Promise<unknown>;
}

/** What is known of the disk. `refusal` is the reason why the last write failed. */
interface Disk {
  isKnown: boolean;
  keptAt: number | null;
  refusal: string | null;
  /** Returns the error that stopped the write; null for none. */
  write(batch: Uint8Array): Promise<unknown>;
}

function diskOf<Kind extends DocumentKind>({ document, store, clock, isStored }: OpenDocumentOptions<Kind>): Disk {
  const { id, kind } = document;
  let written = 0;
  const disk: Disk = {
    isKnown: isStored,
    keptAt: null,
    refusal: null,
    async write(batch) {
      try {
        await store.append({ id, kind }, batch);
      } catch (error) {
        disk.refusal = reasonOf(error);
        return error;
      }
      disk.isKnown = true;
      disk.keptAt = clock.now();
      disk.refusal = null;
      written += 1;
      // Compaction only makes the next opening quicker, so its errors are ignored; a full disk shows at the next
      // append.
      if (written % COMPACT_EVERY === 0) store.compact(id).catch(() => undefined);
      return null;
    },
  };
  return disk;
}

/** The changes that no write has taken yet, and when the first of them was made. */
function createUnwritten() {
  let updates: Uint8Array[] = [];
  let since: number | null = null;
  let isPaused = false;
  return {
    get since() {
      return since;
    },
    /** Returns false for a change that does not by itself require a write. */
    add(update: Uint8Array, at: number): boolean {
      updates.push(update);
      if (!isPaused) since ??= at;
      return !isPaused;
    },
    /** Runs changes that are written with the next write, but do not require one. */
    pause(run: () => void): void {
      isPaused = true;
      run();
      isPaused = false;
    },
    take(): Uint8Array[] {
      const taken = updates;
      updates = [];
      since = null;
      return taken;
    },
    putBack(batch: Uint8Array, from: number): void {
      updates.unshift(batch);
      since = Math.min(from, since ?? from);
    },
  };
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 5000;

/** Decides when to write: a time that is set is not moved, and after each failure the next attempt is later. */
function createWriteTimer(timers: Timers, write: () => void) {
  let cancel: (() => void) | null = null;
  let failures = 0;
  const callOff = () => {
    cancel?.();
    cancel = null;
  };
  const writeAfter = (milliseconds: number) => {
    cancel ??= timers.after(milliseconds, () => {
      cancel = null;
      write();
    });
  };
  return {
    callOff,
    writeAfter,
    retry() {
      callOff();
      writeAfter(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
      failures += 1;
    },
    succeeded() {
      failures = 0;
    },
  };
}

/** Keeps the journal's state, and calls back when the state changes. */
function createJournal(read: () => JournalState, onChange: () => void) {
  let state = read();
  return {
    state: () => state,
    say() {
      const next = read();
      if (JSON.stringify(next) === JSON.stringify(state)) return;
      state = next;
      onChange();
    },
  };
}

function journalOf({ keptAt, refusal }: Disk, unkept: readonly { readonly since: number | null }[]): JournalState {
  const since = Math.min(...unkept.map((each) => each.since ?? Number.POSITIVE_INFINITY));
  if (since === Number.POSITIVE_INFINITY) return { kind: 'kept', at: keptAt };
  return refusal === null ? { kind: 'typing', since } : { kind: 'not-kept', since, reason: refusal };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
